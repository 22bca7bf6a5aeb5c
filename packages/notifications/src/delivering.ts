import { setMaxListeners } from "node:events";
import { type Database, type TenantContext, withBackgroundContext } from "@trovella/db";
import {
  eachOrganization,
  LOCAL_USER_ID,
  listRecipients,
  type Recipient,
} from "@trovella/db/identity";
import {
  claimMail,
  claimWebhookDeliveries,
  countWaiting,
  deleteOldNotifications,
  dispatchEvents,
  hasUndispatched,
  nextDeliveryMs,
  readNotificationSetting,
} from "@trovella/db/notifications";
import { NamedTimers } from "@trovella/foundation";
import { deliverMail, type MailDelivery } from "./deliver-mail.ts";
import { deliverToWebhook, type WebhookDelivery } from "./deliver-to-webhook.ts";
import { deliveriesOf } from "./deliveries-of.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { WebhookSending } from "./webhook/post-webhook.ts";

export interface DeliveringOptions {
  readonly database: Database;
  readonly sending: WebhookSending;
  /** Null when no mail server is configured. */
  readonly mailer: Mailer | null;
  onProblem?(error: unknown): void;
  /** What was not delivered, for the log. */
  onUndelivered?(what: {
    readonly channel: Channel;
    readonly problem: string;
    readonly isGivenUp: boolean;
  }): void;
  readonly lockMs?: number;
  /** Interval of the sweep for what another process left behind. */
  readonly sweepMs?: number;
}

type Channel = "webhook" | "email";

/** Of this process since its start; `waiting` is of all organizations, as the last sweep found it. */
export interface DeliveryCounts {
  readonly delivered: Readonly<Record<Channel, number>>;
  readonly failed: Readonly<Record<Channel, number>>;
  readonly givenUp: Readonly<Record<Channel, number>>;
  readonly waiting: number;
}

export interface Delivering {
  /** Call after something was committed to the outbox of this organization. */
  wake(organizationId: string): void;
  readonly counts: DeliveryCounts;
  /** Resolves when nothing can be delivered for the moment. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const MAX_AT_ONCE = 64;
/** As many as an organization has webhooks, and one e-mail. */
const MAX_OF_ONE = 11;
const MAX_MAILS = 4;
/** Longer than a request may take that begins in the first third of it. */
const LOCK_MS = 15_000;
/** Longer than a mail server may take for all that is said. */
const MAIL_LOCK_MS = 120_000;
const SWEEP_MS = 300_000;
const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 3_600_000;
const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 300_000;
const KEPT_MS = 30 * 24 * 3_600_000;
const CLEAN_UP_MS = 3_600_000;

/** Delivers what is in the outbox, round-robin over organizations. Any number of processes may do so. */
export function startDelivering(options: DeliveringOptions): Delivering {
  return new Deliverer(options);
}

class Deliverer implements Delivering {
  private readonly options: DeliveringOptions;
  private readonly closing = new AbortController();
  private readonly timers = new NamedTimers();
  /** Organizations that may have something to deliver, in order. */
  private readonly queued = new Set<string>();
  /** Requests in progress, by organization. */
  private readonly running = new Map<string, Set<Promise<void>>>();
  private mails = new Set<string>();
  private visiting: Promise<void> | null = null;
  private backoffMs = MIN_BACKOFF_MS;
  private isPaused = false;
  private cleanedUpAt = Number.NEGATIVE_INFINITY;
  private readonly tally = {
    delivered: { webhook: 0, email: 0 },
    failed: { webhook: 0, email: 0 },
    givenUp: { webhook: 0, email: 0 },
    waiting: 0,
  };

  constructor(options: DeliveringOptions) {
    this.options = options;
    setMaxListeners(0, this.closing.signal);
    this.sweep();
  }

  get counts(): DeliveryCounts {
    return this.tally;
  }

  wake(organizationId: string): void {
    if (this.isClosed) return;
    this.queued.add(organizationId);
    this.run();
  }

  async idle(): Promise<void> {
    for (;;) {
      const running = [...this.running.values()].flatMap((tasks) => [...tasks]);
      if (this.visiting) running.push(this.visiting);
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.timers.close();
    await this.idle();
    this.options.mailer?.close();
  }

  private get isClosed(): boolean {
    return this.closing.signal.aborted;
  }

  /** Queues every organization, at start-up and at intervals. */
  private sweep(): void {
    this.run(async () => {
      const isCleaning = performance.now() - this.cleanedUpAt > CLEAN_UP_MS;
      let waiting = 0;
      for await (const id of eachOrganization(this.options.database)) {
        if (this.isClosed) break;
        if (isCleaning) await this.cleanUp(id);
        const count = await this.inTenant(id, countWaiting);
        waiting += count;
        if (count > 0) this.queued.add(id);
      }
      this.tally.waiting = waiting;
      if (isCleaning) this.cleanedUpAt = performance.now();
      this.timers.set("sweep", this.options.sweepMs ?? SWEEP_MS, () => this.sweep());
    });
  }

  private cleanUp(organizationId: string): Promise<void> {
    const before = new Date(this.options.sending.now().getTime() - KEPT_MS);
    return this.inTenant(organizationId, (context) => deleteOldNotifications(context, before));
  }

  private run(first?: () => Promise<void>): void {
    if (this.isClosed || this.isPaused || (this.visiting && !first)) return;
    const before = this.visiting ?? Promise.resolve();
    const visiting = before
      .then(() => this.visitAll(first))
      .finally(() => {
        if (this.visiting !== visiting) return;
        this.visiting = null;
        // wake() may have been called while this run was ending.
        if (this.nextOrganization() !== undefined) this.run();
      });
    this.visiting = visiting;
  }

  private async visitAll(first?: () => Promise<void>): Promise<void> {
    try {
      await first?.();
      for (;;) {
        const organizationId = this.nextOrganization();
        if (organizationId === undefined || this.isClosed) break;
        this.queued.delete(organizationId);
        await this.visit(organizationId).catch((error) => {
          // Keep it queued while the database is unavailable.
          this.queued.add(organizationId);
          throw error;
        });
      }
      this.backoffMs = MIN_BACKOFF_MS;
    } catch (error) {
      if (this.isClosed) return;
      this.options.onProblem?.(error);
      this.backOff(first);
    }
  }

  private nextOrganization(): string | undefined {
    if (this.isPaused || this.isClosed || this.countOf() >= MAX_AT_ONCE) return undefined;
    for (const id of this.queued) if (this.countOf(id) < MAX_OF_ONE) return id;
    return undefined;
  }

  private countOf(organizationId?: string): number {
    if (organizationId !== undefined) return this.running.get(organizationId)?.size ?? 0;
    return [...this.running.values()].reduce((total, tasks) => total + tasks.size, 0);
  }

  /** Starts what is due in one organization, and comes back when the next is. */
  private async visit(organizationId: string): Promise<void> {
    const { mailer, lockMs = LOCK_MS } = this.options;
    await this.dispatch(organizationId);
    const limit = Math.min(MAX_OF_ONE - this.countOf(organizationId), MAX_AT_ONCE - this.countOf());
    const claimedAt = performance.now();
    const beginsUntil = claimedAt + lockMs / 3;
    const claimed = await this.inTenant(organizationId, (context) =>
      claimWebhookDeliveries(context, { limit, lockMs }),
    );
    for (const delivery of claimed) {
      if (performance.now() > beginsUntil) break;
      this.start(organizationId, () => this.post({ organizationId, delivery }));
    }
    const hasMailed = mailer !== null && (await this.mail(organizationId, mailer));
    if (claimed.length > 0 || hasMailed) this.queued.add(organizationId);
    else await this.scheduleNext(organizationId);
  }

  private async dispatch(organizationId: string): Promise<void> {
    const { database, mailer, sending } = this.options;
    while (!this.isClosed && (await this.inTenant(organizationId, hasUndispatched))) {
      const people = mailer ? await listRecipients(database, organizationId) : [];
      const memberIds = people.map(({ userId }) => userId);
      const now = sending.now();
      await this.inTenant(organizationId, (context) =>
        dispatchEvents(context, (input) => deliveriesOf(input, { memberIds, now })),
      );
    }
  }

  private start(organizationId: string, work: () => Promise<void>): void {
    const tasks = this.running.get(organizationId) ?? new Set();
    this.running.set(organizationId, tasks);
    const done = work()
      .catch((error) => {
        // The delivery is due again when its lock expires.
        if (!this.isClosed) this.options.onProblem?.(error);
      })
      .finally(() => {
        tasks.delete(done);
        if (tasks.size === 0) this.running.delete(organizationId);
        this.wake(organizationId);
      });
    tasks.add(done);
  }

  private async post(delivery: Omit<WebhookDelivery, "signal">): Promise<void> {
    const { signal } = this.closing;
    const inTenant = this.inTenant.bind(this);
    const outcome = await deliverToWebhook(this.options.sending, { ...delivery, signal }, inTenant);
    if (outcome) this.count("webhook", outcome);
  }

  /** Whether anything was claimed. One mail of an organization at a time. */
  private async mail(organizationId: string, mailer: Mailer): Promise<boolean> {
    if (this.mails.has(organizationId) || this.mails.size >= MAX_MAILS) return false;
    const mail = await this.inTenant(organizationId, (context) =>
      claimMail(context, { lockMs: MAIL_LOCK_MS }),
    );
    if (!mail) return false;
    this.mails.add(organizationId);
    this.start(organizationId, async () => {
      try {
        const to = await this.addressOf(organizationId, mail.userId);
        const consoleUrl = this.options.sending.consoleUrl();
        const delivery: MailDelivery = { organizationId, mail, to, consoleUrl };
        const now = this.options.sending.now();
        const outcome = await deliverMail(mailer, delivery, {
          now,
          inTenant: this.inTenant.bind(this),
        });
        if (outcome) this.count("email", outcome);
      } finally {
        this.mails.delete(organizationId);
      }
    });
    return true;
  }

  /** Null when the person left the organization or has no address. */
  private async addressOf(organizationId: string, userId: string): Promise<string | null> {
    if (userId === LOCAL_USER_ID) {
      const stored = await this.inTenant(organizationId, (context) =>
        readNotificationSetting(context, userId),
      );
      return stored?.address ?? null;
    }
    const people: readonly Recipient[] = await listRecipients(
      this.options.database,
      organizationId,
    );
    return people.find((person) => person.userId === userId)?.email ?? null;
  }

  private count(
    channel: Channel,
    { status, problem }: { readonly status: string; readonly problem: string | null },
  ): void {
    if (status === "delivered") this.tally.delivered[channel] += 1;
    if (problem === null) return;
    const isGivenUp = status === "given_up";
    this.tally.failed[channel] += 1;
    if (isGivenUp) this.tally.givenUp[channel] += 1;
    this.options.onUndelivered?.({ channel, problem, isGivenUp });
  }

  private async scheduleNext(organizationId: string): Promise<void> {
    const hasMail = this.options.mailer !== null;
    const waitMs = await this.inTenant(organizationId, (context) =>
      nextDeliveryMs(context, { hasMail }),
    );
    if (waitMs === null) return;
    // What is farther away is looked at again: timers have a maximum.
    const soonMs = Math.min(Math.max(MIN_WAIT_MS, waitMs + 10), MAX_WAIT_MS);
    this.timers.set(`org ${organizationId}`, soonMs, () => this.wake(organizationId));
  }

  /** Database unavailable: retry with backoff. */
  private backOff(first?: () => Promise<void>): void {
    this.isPaused = true;
    this.timers.set("backoff", this.backoffMs, () => {
      this.isPaused = false;
      this.run(first ?? (() => Promise.resolve()));
    });
    this.backoffMs = Math.min(2 * this.backoffMs, MAX_BACKOFF_MS);
  }

  private inTenant<T>(
    organizationId: string,
    work: (context: TenantContext) => Promise<T>,
  ): Promise<T> {
    return withBackgroundContext(this.options.database, { organizationId }, work);
  }
}
