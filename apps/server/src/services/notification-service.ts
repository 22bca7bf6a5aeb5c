import { createInternet } from "@trovella/capture/guard";
import type { Database, Tenant } from "@trovella/db";
import { withBackgroundContext } from "@trovella/db";
import type { Change, ChangeFeed } from "@trovella/db/changes";
import { LOCAL_ORGANIZATION_ID } from "@trovella/db/identity";
import { hasTargets } from "@trovella/db/notifications";
import { NamedTimers } from "@trovella/foundation";
import {
  createMailer,
  type Delivering,
  type DeliveryCounts,
  SecretBox,
  startDelivering,
  type WebhookSending,
} from "@trovella/notifications";
import { noteStalls } from "@trovella/research";
import type { Logger } from "pino";
import { ABOUT } from "../about.ts";
import { allowsPrivateWebhooks, type Config } from "../config.ts";
import { logProblem } from "../logger.ts";
import { httpProxy } from "./http-proxy.ts";

export interface NotificationService {
  readonly sending: WebhookSending;
  readonly hasMail: boolean;
  /** Null before the start. */
  readonly counts: DeliveryCounts | null;
  /** Delivers what is in the outbox and notes stalls, until it is closed. */
  start(changes: Pick<ChangeFeed, "subscribe">): void;
  /** Webhooks or somebody's settings were changed. */
  onChanged(): void;
  close(): Promise<void>;
}

interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
  readonly secret: string;
  readonly console: { readonly url: string };
  announce(change: Change): void;
  now(): Date;
}

const MINUTE_MS = 60_000;
const SWEEP_MS = 5 * MINUTE_MS;
/** Rarer, because it wakes an embedded database that was stopped when idle. */
const EMBEDDED_SWEEP_MS = 30 * MINUTE_MS;
const MIN_STALL_SWEEP_MS = 1_000;

/** Tells people what happens to plans: by signed webhooks, and by e-mail when a mail server is configured. */
export function notificationService(parts: Parts): NotificationService {
  const { config, database, logger } = parts;
  const sending = webhookSending(parts);
  const mailer = mailerOf(config);
  const isEmbedded = !config.DATABASE_URL;
  let delivering: Delivering | null = null;
  let stalls: { close(): Promise<void> } | null = null;
  let changes: Pick<ChangeFeed, "subscribe"> | null = null;
  let unsubscribe: (() => void) | null = null;
  const onProblem = logProblem(logger, "notifications could not be delivered");

  /** Clients of local mode run processes of their own, whose changes are heard of as long as anybody is to be told. */
  async function follow(): Promise<void> {
    if (!changes || config.TROVELLA_MODE !== "local") return;
    const tenant = { organizationId: LOCAL_ORGANIZATION_ID };
    const isWanted = await withBackgroundContext(database, tenant, (context) =>
      hasTargets(context, { hasMail: mailer !== null }),
    );
    if (isWanted)
      unsubscribe ??= changes.subscribe(LOCAL_ORGANIZATION_ID, () =>
        delivering?.wake(LOCAL_ORGANIZATION_ID),
      );
    else stopFollowing();
  }

  function stopFollowing(): void {
    unsubscribe?.();
    unsubscribe = null;
  }

  return {
    sending,
    hasMail: mailer !== null,
    get counts() {
      return delivering?.counts ?? null;
    },
    start(feed) {
      changes = feed;
      delivering ??= startDelivering({
        database,
        sending,
        mailer,
        sweepMs: isEmbedded ? EMBEDDED_SWEEP_MS : SWEEP_MS,
        onProblem,
        onUndelivered: (what) => logger.warn(what, "a notification was not delivered"),
      });
      database.onNotification = ({ organizationId }) => delivering?.wake(organizationId);
      stalls ??= sweepStalls(parts, isEmbedded ? EMBEDDED_SWEEP_MS : SWEEP_MS);
      follow().catch(onProblem);
    },
    onChanged: () => void follow().catch(onProblem),
    async close() {
      database.onNotification = null;
      stopFollowing();
      await stalls?.close();
      await delivering?.close();
    },
  };
}

function webhookSending({ config, secret, console, now }: Parts): WebhookSending {
  return {
    box: new SecretBox(secret),
    network: createInternet({ proxy: httpProxy(config) }),
    privateNetwork: createInternet(),
    allowPrivate: allowsPrivateWebhooks(config),
    userAgent: `Trovella/${ABOUT.version} (+webhook)`,
    consoleUrl: () => console.url,
    now,
  };
}

function mailerOf({ TROVELLA_SMTP_URL: url, TROVELLA_MAIL_FROM: from }: Config) {
  return url && from ? createMailer({ url, from }) : null;
}

/** Several servers may do so at once, since a stall is noted under a lock. */
function sweepStalls(
  { database, config, logger, announce, now }: Parts,
  longestMs: number,
): { close(): Promise<void> } {
  const onProblem = logProblem(logger, "a stall was not noted");
  const timers = new NamedTimers();
  // A plan that begins to execute after a sweep is known to the next one, before it can have stalled for long.
  const maxMs = Math.min(longestMs, config.TROVELLA_STALL_MINUTES * MINUTE_MS);
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const sweep = async () => {
    const next = await noteStalls(database, {
      now: now(),
      onProblem,
      isStopped: () => isStopped,
      onStalled: (tenant: Tenant) => announce({ ...tenant, topics: ["plan"] }),
    }).catch(onProblem);
    const untilNextMs = next ? next.getTime() - now().getTime() : maxMs;
    schedule(Math.max(MIN_STALL_SWEEP_MS, Math.min(untilNextMs + 100, maxMs)));
  };
  const schedule = (delayMs: number) =>
    timers.set("sweep", delayMs, () => {
      running = sweep();
    });
  running = sweep();
  return {
    async close() {
      isStopped = true;
      timers.close();
      await running;
    },
  };
}
