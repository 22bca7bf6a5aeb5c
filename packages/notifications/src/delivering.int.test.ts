import type { ServerResponse } from "node:http";
import { withTenantContext } from "@trovella/db";
import {
  listWebhookAttempts,
  listWebhooks,
  saveNotificationSetting,
} from "@trovella/db/notifications";
import { testSending } from "@trovella/testing/api/test-notifications";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import type { Worker } from "@trovella/testing/mcp/plan-loop";
import { startMailServer, type TestMailServer } from "@trovella/testing/notifications/mail-server";
import { completePlan, stallAndComplete } from "@trovella/testing/notifications/told-plans";
import {
  isSignedWith,
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from "@trovella/testing/notifications/webhook-receiver";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { connectDatabase, type Database } from "../../db/src/connection/database.ts";
import { defineStatement, execution } from "../../db/src/connection/statement.ts";
import { type Delivering, type DeliveringOptions, startDelivering } from "./delivering.ts";
import { createMailer } from "./mail/mailer.ts";
import { changeWebhook, createWebhook, rotateSecret, testWebhook } from "./manage-webhooks.ts";
import type { WebhookSending } from "./webhook/post-webhook.ts";

const TENANT = { organizationId: "org_a" };
const ALL = ["plan.stalled", "plan.completed", "review.requested"] as const;

let test: TestDatabase;
let database: Database;
let worker: Worker;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  database = connectDatabase({ target: test.target });
  worker = { database, tenant: TENANT, agent: "ada" };
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

let delivering: Delivering | null = null;
const receivers: WebhookReceiver[] = [];
beforeEach(async () => {
  await inTenant((context) =>
    context.send([
      statement("DELETE FROM webhook"),
      statement("DELETE FROM notification_event"),
      statement("DELETE FROM notification_setting"),
    ]),
  );
});
afterEach(async () => {
  await delivering?.close();
  delivering = null;
  database.onNotification = null;
  for (const receiver of receivers.splice(0)) await receiver.close();
});

describe("a webhook", () => {
  it("gets every event of a plan in order, signed, with ids of their own", async () => {
    const receiver = await receive();
    const { secret } = await addWebhook(receiver.url);
    start();
    const plans = await Promise.all([1, 2, 3].map(() => stallAndComplete(worker)));
    await receiver.untilReceived(6);
    expect(receiver.received.every((one) => isSignedWith(secret, one))).toBe(true);
    expect(new Set(receiver.received.map(idOf)).size).toBe(6);
    const contents = receiver.received.map(contentOf);
    const handles = new Set(contents.map(({ data }) => data.plan.handle));
    expect(handles.size).toBe(plans.length);
    for (const handle of handles) {
      const own = contents.filter(({ data }) => data.plan.handle === handle);
      expect(own.map(({ type }) => type)).toEqual(["plan.stalled", "plan.completed"]);
    }
    const [{ data }] = receiver.received.map(contentOf) as [Content];
    expect(data.plan).toMatchObject({
      name: "[Scan] A plan to work on",
      url: `http://localhost:4737/plans/${data.plan.handle}`,
    });
    expect(data.organization).toEqual({ id: "org_a" });
  });

  it("waits with a later event of a plan until the earlier one is delivered", async () => {
    let failures = 2;
    const receiver = await receive((request, response) => {
      const isRefused = contentOf(request).type === "plan.stalled" && failures-- > 0;
      response.writeHead(isRefused ? 500 : 200).end();
    });
    await addWebhook(receiver.url);
    start();
    await stallAndComplete(worker);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await receiver.untilReceived(attempt);
      await delivering?.idle();
      await makeDue();
    }
    await receiver.untilReceived(4);
    await delivering?.idle();
    const types = receiver.received.map((one) => contentOf(one).type);
    expect(types).toEqual(["plan.stalled", "plan.stalled", "plan.stalled", "plan.completed"]);
    expect(new Set(receiver.received.slice(0, 3).map(idOf)).size).toBe(1);
    const [webhook] = await inTenant(listWebhooks);
    expect(webhook).toMatchObject({ failures: 0, failingSince: null, waiting: 0 });
  });

  it.each([
    ["hangs", () => undefined, "No answer in time.", null],
    ["answers 500", answering(500), "The target answered 500.", 500],
    [
      "redirects",
      answering(302, { location: "http://127.0.0.1:1/" }),
      "The target redirects.",
      302,
    ],
    [
      "closes early",
      (_: unknown, response: ServerResponse) => response.destroy(),
      "The target could not be reached.",
      null,
    ],
  ] as const)(
    "that %s is tried again later, and does not delay others",
    async (_, answer, problem, status) => {
      const bad = await receive(answer as Parameters<typeof startWebhookReceiver>[0]);
      const good = await receive();
      const { webhookId } = await addWebhook(bad.url);
      await addWebhook(good.url);
      start({ timeoutMs: 500 });
      await completePlan(worker);
      await good.untilReceived(1);
      await bad.untilReceived(1);
      await delivering?.idle();
      expect(await attemptsOf(webhookId)).toMatchObject([
        { problem, httpStatus: status, attempt: 1 },
      ]);
      const [webhook] = await inTenant(listWebhooks);
      expect(webhook).toMatchObject({ failures: 1, waiting: 1, isEnabled: true });
      expect(bad.received).toHaveLength(1);
    },
  );

  it("whose answer never ends counts by its status alone", async () => {
    const receiver = await receive((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x".repeat(10_000)), 5);
      response.on("close", () => clearInterval(timer));
    });
    const { webhookId } = await addWebhook(receiver.url);
    start();
    await completePlan(worker);
    await receiver.untilReceived(1);
    await delivering?.idle();
    expect(await attemptsOf(webhookId)).toMatchObject([{ problem: null, httpStatus: 200 }]);
  });

  it("on a private network is refused when it is saved, and before each connection", async () => {
    const receiver = await receive();
    const strict = testSending({ allowPrivate: false });
    await expect(
      inTenant((context) => createWebhook(context, strict, webhookTo("https://10.0.0.8/hook"))),
    ).rejects.toMatchObject({ code: "INVALID_INPUT" });
    const { webhookId } = await addWebhook(receiver.url);
    start({}, { allowPrivate: false });
    await completePlan(worker);
    await untilAttempted(webhookId);
    expect(await attemptsOf(webhookId)).toMatchObject([
      { problem: "The target is not a public https address.", httpStatus: null },
    ]);
    expect(receiver.received).toEqual([]);
  });

  it("whose name leads to a private address is refused before the connection", async () => {
    const receiver = await receive();
    const rebinding = { ...testSending().network, resolve: async () => ["127.0.0.1"] };
    const { webhookId } = await inTenant((context) =>
      createWebhook(
        context,
        testSending({ allowPrivate: false }),
        webhookTo("https://hooks.example/x"),
      ),
    );
    start({}, { allowPrivate: false, network: rebinding });
    await completePlan(worker);
    await untilAttempted(webhookId);
    expect(await attemptsOf(webhookId)).toMatchObject([{ httpStatus: null, attempt: 1 }]);
    expect(receiver.received).toEqual([]);
  });

  it("is given up after a day, and the next event of the plan follows", async () => {
    const receiver = await receive((request, response) =>
      response.writeHead(contentOf(request).type === "plan.stalled" ? 500 : 200).end(),
    );
    await addWebhook(receiver.url);
    start();
    await stallAndComplete(worker);
    await receiver.untilReceived(1);
    await delivering?.idle();
    await run(
      "UPDATE notification_delivery SET first_attempt_at = now() - interval '25 hours' WHERE attempts > 0",
    );
    await makeDue();
    await receiver.untilReceived(2);
    await delivering?.idle();
    await makeDue();
    await receiver.untilReceived(3);
    await delivering?.idle();
    expect(receiver.received.map((one) => contentOf(one).type)).toEqual([
      "plan.stalled",
      "plan.stalled",
      "plan.completed",
    ]);
    expect(await inTenant(listWebhooks)).toMatchObject([{ givenUp: 1, waiting: 0 }]);
  });

  it("that failed for days, or is gone, is disabled, which the security log shows", async () => {
    const receiver = await receive(answering(500));
    const { webhookId } = await addWebhook(receiver.url);
    await run("UPDATE webhook SET failures = 9, failing_since = now() - interval '4 days'");
    start();
    await completePlan(worker);
    await untilAttempted(webhookId);
    const gone = await receive(answering(410));
    const { webhookId: goneId } = await addWebhook(gone.url);
    await completePlan(worker);
    await untilAttempted(goneId);
    expect(await inTenant(listWebhooks)).toMatchObject([
      { isEnabled: false, disabledBecause: "failing", waiting: 0 },
      { isEnabled: false, disabledBecause: "gone", waiting: 0 },
    ]);
    const events = await run(
      "SELECT subject_id AS id FROM security_event WHERE kind = 'webhook_disabled' ORDER BY id",
    );
    expect(events.map(({ id }) => id)).toEqual([webhookId, goneId]);
  });

  it("signs with the old secret too for a day after a rotation", async () => {
    const receiver = await receive();
    const { webhookId, secret: old } = await addWebhook(receiver.url);
    const sending = testSending();
    const now = new Date();
    const rotated = await inTenant((context) => rotateSecret(context, sending, { webhookId, now }));
    await testWebhook(inTenant, sending, webhookId);
    const later = testSending({ now: () => new Date(now.getTime() + 25 * 3_600_000) });
    await testWebhook(inTenant, later, webhookId);
    const [soon, late] = receiver.received as [ReceivedWebhook, ReceivedWebhook];
    expect(isSignedWith(rotated.secret, soon) && isSignedWith(old, soon)).toBe(true);
    expect(isSignedWith(rotated.secret, late)).toBe(true);
    expect(isSignedWith(old, late)).toBe(false);
  });

  it("gets nothing while it is disabled, nor afterwards what happened meanwhile", async () => {
    const receiver = await receive();
    const { webhookId } = await addWebhook(receiver.url);
    const sending = testSending();
    await inTenant((context) => changeWebhook(context, sending, { webhookId, isEnabled: false }));
    start();
    await completePlan(worker);
    await untilDispatched();
    await inTenant((context) => changeWebhook(context, sending, { webhookId, isEnabled: true }));
    const second = await completePlan(worker);
    await receiver.untilReceived(1);
    await delivering?.idle();
    const [row] = await run("SELECT handle FROM research_plan WHERE id = $1", [second]);
    expect(receiver.received.map((one) => contentOf(one).data.plan.handle)).toEqual([row?.handle]);
  });

  it("gets what another process committed before it was killed, once its claim has expired", async () => {
    const receiver = await receive();
    await addWebhook(receiver.url);
    await completePlan(worker);
    const dead = startDelivering({ database, sending: hanging(), mailer: null, lockMs: 700 });
    await untilClaimed();
    // As after kill -9: nothing is noted any more.
    await dead.close();
    start();
    await receiver.untilReceived(1);
    await delivering?.idle();
    const [row] = await run("SELECT attempts, status FROM notification_delivery");
    expect(row).toEqual({ attempts: 2, status: "delivered" });
  });
});

describe("e-mail", () => {
  let mailServer: TestMailServer;
  beforeEach(async () => {
    mailServer = await startMailServer();
    await run2(
      "INSERT INTO public.\"user\" (id, name, email) VALUES ('usr_a', 'Ada', 'ada@example.org') ON CONFLICT DO NOTHING",
    );
    await run2(
      "INSERT INTO public.member (id, organization_id, user_id, role) VALUES ('mem_a', 'org_a', 'usr_a', 'owner') ON CONFLICT DO NOTHING",
    );
  });
  afterEach(async () => {
    // The mail server waits for open connections.
    await delivering?.close();
    await mailServer.close();
  });

  it("tells a member at once of what they chose, with everything escaped", async () => {
    await choose({ email: "now" });
    start({}, {}, mailServer);
    await completePlan(worker);
    await mailServer.untilReceived(1);
    const [mail] = mailServer.mails;
    expect(mail).toMatchObject({ from: "trovella@example.org", to: ["ada@example.org"] });
    expect(mail?.source).toMatch(/Subject: Plan finished: \[Scan\] A plan to work on/);
    expect(mail?.source).toMatch(
      /List-Unsubscribe: <http:\/\/localhost:4737\/settings#notifications>/,
    );
    expect(mail?.source).toContain("http://localhost:4737/plans/p-");
  });

  it("waits for the digest, in which everything is together", async () => {
    await choose({ email: "digest" });
    start({}, {}, mailServer);
    await stallAndComplete(worker);
    await untilDispatched();
    await delivering?.idle();
    expect(mailServer.mails).toEqual([]);
    await makeDue();
    await mailServer.untilReceived(1);
    expect(mailServer.mails[0]?.source).toMatch(/Subject: 2 notifications from Trovella/);
  });

  it("that the server refuses for now is tried again; a recipient refused for good is given up, and both are shown", async () => {
    await choose({ email: "now" });
    mailServer.refuse = { code: 451 };
    start({}, {}, mailServer);
    await completePlan(worker);
    await untilRow(
      "SELECT 1 FROM notification_delivery WHERE last_error LIKE '%451%' AND status = 'waiting'",
    );
    mailServer.refuse = { code: 550 };
    await makeDue();
    await untilRow(
      "SELECT 1 FROM notification_delivery WHERE last_error LIKE '%550%' AND status = 'given_up'",
    );
    await delivering?.idle();
    expect(delivering?.counts).toMatchObject({ failed: { email: 2 }, givenUp: { email: 1 } });
  });

  function choose({ email }: { email: string }) {
    const choices = {
      "plan.completed": { email },
      "plan.stalled": { email },
    };
    return inTenant((context) =>
      saveNotificationSetting(context, {
        userId: "usr_a",
        choices,
        plans: "all",
        timeZone: "Europe/Berlin",
        quietFrom: null,
        quietTo: null,
        digestHour: 8,
        address: null,
      }),
    );
  }
});

interface Content {
  readonly type: string;
  readonly data: { plan: { handle: string; name: string; url: string }; organization: unknown };
}

function contentOf({ body }: ReceivedWebhook): Content {
  return JSON.parse(body);
}

function idOf({ headers }: ReceivedWebhook): unknown {
  return headers["webhook-id"];
}

function answering(status: number, headers: Record<string, string> = {}) {
  return (_: unknown, response: ServerResponse) => {
    response.writeHead(status, headers).end();
  };
}

async function receive(answer?: Parameters<typeof startWebhookReceiver>[0]) {
  const receiver = await startWebhookReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

function webhookTo(url: string) {
  return { name: "A hook", url, format: "json", events: ALL, userId: "usr_a" } as const;
}

function addWebhook(url: string) {
  return inTenant((context) => createWebhook(context, testSending(), webhookTo(url)));
}

function start(
  { timeoutMs = 5_000 }: { timeoutMs?: number } = {},
  sending: Partial<WebhookSending> = {},
  mailServer?: TestMailServer,
): void {
  const mailer = mailServer
    ? createMailer({ url: mailServer.url, from: "Trovella <trovella@example.org>" })
    : null;
  const options: DeliveringOptions = {
    database,
    sending: testSending({ timeoutMs, ...sending }),
    mailer,
    onProblem: (error) => {
      throw error;
    },
  };
  delivering = startDelivering(options);
  database.onNotification = ({ organizationId }) => delivering?.wake(organizationId);
}

/** Never gets an answer, and does not even try. */
function hanging(): WebhookSending {
  const network = { ...testSending().network, request: () => new Promise<never>(() => undefined) };
  return testSending({ network, privateNetwork: network });
}

/** As if the time of the backoff, the digest or the quiet hours had passed. */
async function makeDue(): Promise<void> {
  await run("UPDATE notification_delivery SET due_at = now() WHERE status = 'waiting'");
  await run("UPDATE webhook SET paused_until = NULL");
  delivering?.wake(TENANT.organizationId);
}

function attemptsOf(webhookId: string) {
  return inTenant((context) =>
    listWebhookAttempts(context, { webhookId, before: null, limit: 10 }),
  );
}

async function untilAttempted(webhookId: string): Promise<void> {
  await untilRow("SELECT 1 FROM webhook_attempt WHERE webhook_id = $1", [webhookId]);
  await delivering?.idle();
}

async function untilDispatched(): Promise<void> {
  await untilRow(
    "SELECT 1 WHERE NOT EXISTS (SELECT FROM notification_event WHERE dispatched_at IS NULL)",
  );
}

async function untilClaimed(): Promise<void> {
  await untilRow("SELECT 1 FROM notification_delivery WHERE locked_until IS NOT NULL");
}

async function untilRow(text: string, values: readonly string[] = []): Promise<void> {
  for (let count = 0; count < 400; count += 1) {
    if ((await run(text, values)).length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`never: ${text}`);
}

function statement(text: string, values: readonly string[] = []) {
  return execution(defineStatement(text), values);
}

async function run(text: string, values: readonly string[] = []) {
  const [result] = await inTenant((context) => context.send([statement(text, values)]));
  return result?.rows ?? [];
}

/** On the identity tables. */
async function run2(text: string): Promise<void> {
  const client = await database.connectIdentity();
  await client.query(text);
  client.release();
}

function inTenant<T>(work: Parameters<typeof withTenantContext<T>>[2]): Promise<T> {
  return withTenantContext(database, TENANT, work);
}
