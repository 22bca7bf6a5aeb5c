/** A server is killed 30 times between commit and delivery: every event reaches the webhook, with an id of its own, in order per plan. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase, type Database, withBackgroundContext } from "@trovella/db";
import { LOCAL_USER_ID } from "@trovella/db/identity";
import { createWebhook } from "@trovella/notifications";
import { testSending } from "@trovella/testing/api/test-notifications";
import {
  isSignedWith,
  startWebhookReceiver,
  type WebhookReceiver,
} from "@trovella/testing/notifications/webhook-receiver";
import { queryRows } from "../../packages/db/src/connection/query-rows.ts";
import { defineStatement, execution } from "../../packages/db/src/connection/statement.ts";
import { SecretBox } from "../../packages/notifications/src/index.ts";
import { ServerPool } from "./documents/server-pool.ts";
import { localService } from "./support/service.ts";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";
import { runPlan } from "./webhooks/reviewed-plans.ts";

const KILLS = Number(process.argv[2] ?? 30);
const SERVERS = 2;
const PLANS_AT_ONCE = 2;
/** So that kills hit requests that are on their way, too. */
const ANSWER_MS = 60;
const MAX_WAIT_MS = 600_000;
const EVENTS = ["review.requested", "review.decided", "plan.completed"] as const;

const COMMITTED = defineStatement(
  `SELECT id, plan_id AS "planId", seq::double precision AS seq FROM notification_event ORDER BY plan_id, seq`,
);
const IN_LOG = defineStatement(`
  SELECT plan_id AS "planId", seq::double precision AS seq FROM plan_audit_log
  WHERE payload->>'type' IN ('review_requested', 'review_decided')
    OR (payload->>'type' = 'plan_status_changed' AND payload->'moves'->>-1 IN ('completed', 'failed', 'stalled'))
  ORDER BY plan_id, seq`);

await withTemporaryCluster("webhooks", async (cluster) => {
  const pool = new ServerPool({
    TROVELLA_DATA_DIR: cluster.dataDirectory,
    // Links are the same from every server, as behind a proxy.
    TROVELLA_PUBLIC_URL: "http://127.0.0.1:4737",
  });
  await pool.start(SERVERS);
  const { target, organizationId } = localService(cluster, []);
  const database = connectDatabase({ target });
  const receiver = await startWebhookReceiver((_, response) => {
    setTimeout(() => response.writeHead(204).end(), ANSWER_MS);
  });
  const secret = readFileSync(path.join(cluster.dataDirectory, "secret"), "utf8").trim();
  const sending = testSending({ box: new SecretBox(secret) });
  const webhook = { name: "proof", url: receiver.url, format: "json", events: EVENTS } as const;
  const created = await withBackgroundContext(database, { organizationId }, (context) =>
    createWebhook(context, sending, { ...webhook, userId: LOCAL_USER_ID }),
  );
  const kills = await produce(pool, { database, organizationId, receiver });
  await untilDelivered({ database, organizationId, receiver });
  await pool.stop();
  await judge({ database, organizationId, receiver }, { kills, secret: created.secret });
  await receiver.close();
  await database.close();
});

interface World {
  readonly database: Database;
  readonly organizationId: string;
  readonly receiver: WebhookReceiver;
}

interface Kills {
  total: number;
  /** With events that were committed and not yet received. */
  withUndelivered: number;
}

/** Plans are worked on until the server was killed often enough, each time right after a commit. */
async function produce(pool: ServerPool, world: World): Promise<Kills> {
  const kills: Kills = { total: 0, withUndelivered: 0 };
  let isKilling = false;
  let told = 0;
  const onTold = async () => {
    told += 1;
    if (isKilling || kills.total >= KILLS || told % 2 === 1) return;
    isKilling = true;
    const killed = pool.killNow();
    const received = new Set(world.receiver.received.map(idOf));
    const committed = await idsOf(world);
    if (committed.some(({ id }) => !received.has(id))) kills.withUndelivered += 1;
    await killed;
    kills.total += 1;
    isKilling = false;
  };
  const work = async (worker: number) => {
    for (let number = 0; kills.total < KILLS; number += 1)
      await runPlan(pool, `plan ${worker}-${number}`, onTold);
  };
  await Promise.all(Array.from({ length: PLANS_AT_ONCE }, (_, worker) => work(worker)));
  return kills;
}

async function untilDelivered(world: World): Promise<void> {
  const until = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const received = new Set(world.receiver.received.map(idOf));
    const committed = await idsOf(world);
    if (committed.every(({ id }) => received.has(id)) || performance.now() > until) return;
    await sleep(200);
  }
}

interface Committed {
  readonly id: string;
  readonly planId: string;
  readonly seq: number;
}

function idsOf(world: World): Promise<Committed[]> {
  return rowsOf<Committed>(world, COMMITTED);
}

function rowsOf<T>({ database, organizationId }: World, statement: typeof COMMITTED) {
  return withBackgroundContext(database, { organizationId }, (context) =>
    queryRows<T>(context, execution(statement)),
  );
}

function idOf({ headers }: WebhookReceiver["received"][number]): string {
  return String(headers["webhook-id"]);
}

async function judge(world: World, { kills, secret }: { kills: Kills; secret: string }) {
  const { received } = world.receiver;
  const committed = await idsOf(world);
  const logged = await rowsOf<Omit<Committed, "id">>(world, IN_LOG);
  const places = (rows: readonly Omit<Committed, "id">[]) =>
    JSON.stringify(rows.map(({ planId, seq }) => [planId, seq]));
  const ids = [...new Set(received.map(idOf))];
  const lost = committed.filter(({ id }) => !ids.includes(id)).length;
  const unknown = ids.filter((id) => !committed.some((event) => event.id === id)).length;
  const contents = new Map(ids.map((id) => [id, new Set<string>()]));
  for (const request of received) contents.get(idOf(request))?.add(request.body);
  const shared = [...contents.values()].filter(({ size }) => size > 1).length;
  const unsigned = received.filter((request) => !isSignedWith(secret, request)).length;
  const disordered = [...new Set(committed.map(({ planId }) => planId))].filter((planId) => {
    const own = committed.filter((event) => event.planId === planId).map(({ id }) => id);
    return ids.filter((id) => own.includes(id)).join() !== own.join();
  }).length;
  const unlogged = places(logged) === places(committed) ? 0 : 1;
  console.log(
    `${kills.total} kills (SIGKILL), ${kills.withUndelivered} of them with committed events not yet received; ` +
      `${committed.length} events of ${new Set(committed.map(({ planId }) => planId)).size} plans, ${received.length} requests (${received.length - ids.length} repeated)`,
  );
  console.log(
    `${lost} events lost, ${unknown} unknown, ${shared} ids with more than one content, ${disordered} plans out of order, ` +
      `${unsigned} requests not signed; outbox and audit log differ: ${unlogged}`,
  );
  const faults = lost + unknown + shared + disordered + unsigned + unlogged;
  if (faults > 0 || kills.total < KILLS || kills.withUndelivered === 0) process.exitCode = 1;
}
