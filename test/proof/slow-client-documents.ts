/** 120 OAuth clients at a time whose documents' host names never resolve, by strangers and by a signed-in user: /readyz and sign-in stay within 2× of before. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@trovella/db";
import { createTestDatabase } from "@trovella/testing/database/test-database";
import {
  addMember,
  createOwner,
  createTestIdentity,
  ORIGIN,
  PASSWORD,
  SECRET,
} from "@trovella/testing/identity/test-identity";
import { startDatabaseRelay } from "./support/database-relay.ts";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";
import { whileServing } from "./support/trovella-commands.ts";

const AT_ONCE = Number(process.argv[2] ?? 120);
const SAMPLES = 3;
/** To warm up, before, and during both attacks. */
const ROUNDS = 4;
const MAX_RATIO = 2;
/** A difference that a person does not notice is none, however small the time before. */
const MIN_MS = 100;

const folder = await mkdtemp(path.join(tmpdir(), "trovella-slow-documents-"));
await withTemporaryCluster("slow-documents", async ({ socketDirectory }) => {
  const test = await createTestDatabase(socketDirectory, []);
  const emails = await addPeople(test.database);
  const relay = await startDatabaseRelay(test.target);
  const dns = await startSilentDns();
  const env = {
    TROVELLA_MODE: "team",
    DATABASE_URL: relay.url,
    TROVELLA_PUBLIC_URL: ORIGIN,
    TROVELLA_SECRET: SECRET,
    TROVELLA_PROXIES: "1",
    TROVELLA_EMBEDDER: "none",
    TROVELLA_CAPTURE: "off",
    TROVELLA_DATA_DIR: folder,
    LOG_LEVEL: "silent",
    NODE_OPTIONS: dns.nodeOptions,
  };
  await whileServing({ env }, async (url) => {
    const signIn = (round: number) =>
      send(url, "/api/auth/sign-in", {
        address: `198.51.100.${round}`,
        email: emails[round] ?? "",
      });
    const measure = async (round: number) => {
      const ready: number[] = [];
      const signedIn: number[] = [];
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        // Each sample needs new connections to the database, and so a lookup of its host name. A request of the attack
        // that loses its connection here gets 500.
        relay.cut();
        await delay(100);
        ready.push(await timed(() => send(url, "/readyz"), 200));
        signedIn.push(await timed(() => signIn(round), 303));
      }
      return { ready: median(ready), signedIn: median(signedIn) };
    };
    const session = await signIn(ROUNDS);
    const cookie = session.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    await measure(0);
    const before = await measure(1);
    for (const [round, [who, headers]] of [
      ["strangers", {}] as const,
      ["a signed-in user", { cookie }] as const,
    ].entries()) {
      const attack = startAttack(url, headers);
      const questions = dns.count();
      const during = await measure(2 + round);
      const statuses = await attack.stop();
      const ratios = [during.ready, during.signedIn].map(
        (ms, index) => ms / Math.max([before.ready, before.signedIn][index] ?? 0, MIN_MS / 2),
      );
      const shown = ratios.map((ratio) => ratio.toFixed(2)).join(" and ");
      console.log(
        `${who}: ${JSON.stringify(statuses)}, ${dns.count() - questions} DNS questions; /readyz ${during.ready} ms (before ${before.ready}), sign-in ${during.signedIn} ms (before ${before.signedIn}): ${shown} ×`,
      );
      if (ratios.some((ratio) => ratio > MAX_RATIO)) process.exitCode = 1;
    }
  });
  dns.close();
  await relay.close();
  await test.drop();
});
await rm(folder, { recursive: true });

/** One for each round and one for the attacker, since sign-ins are limited by account and IP address. */
async function addPeople(database: Database): Promise<string[]> {
  const { identity } = createTestIdentity(database);
  const { email, userId: actorId, organizationId } = await createOwner(identity);
  const emails = [email];
  for (let number = 1; number <= ROUNDS; number += 1) {
    const person = { organizationId, actorId, name: `Person${number}`, role: "member" } as const;
    emails.push((await addMember(identity, person)).email);
  }
  return emails;
}

/** Keeps `AT_ONCE` requests in flight, each for another document and from another IP address. */
function startAttack(url: string, headers: Readonly<Record<string, string>>) {
  const statuses: Record<string, number> = {};
  let isOver = false;
  let count = 0;
  const attackers = Array.from({ length: AT_ONCE }, async () => {
    while (!isOver) {
      count += 1;
      const query = new URLSearchParams({
        client_id: `https://s${count}-${Date.now()}.attacker-zone.com/c.json`,
        redirect_uri: "https://attacker-zone.com/callback",
      });
      const forwarded = `203.0.${count % 200}.${(count >> 8) % 200}`;
      const response = await fetch(`${url}/api/auth/oauth2/authorize?${query}`, {
        redirect: "manual",
        headers: { ...headers, "x-forwarded-for": forwarded },
      });
      await response.body?.cancel();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      await delay(5_000);
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(attackers);
      return statuses;
    },
  };
}

/** A DNS server that swallows every question, and the options that make Node.js ask it. */
async function startSilentDns() {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  let questions = 0;
  socket.on("message", () => {
    questions += 1;
  });
  await once(socket, "listening");
  const server = `127.0.0.1:${socket.address().port}`;
  const preload = `import { promises } from "node:dns";
    const asked = new WeakSet();
    for (const name of ["resolve4", "resolve6"]) {
      const original = promises.Resolver.prototype[name];
      promises.Resolver.prototype[name] = function (...input) {
        if (!asked.has(this)) this.setServers(["${server}"]);
        asked.add(this);
        return original.apply(this, input);
      };
    }`;
  return {
    nodeOptions: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
    count: () => questions,
    close: () => socket.close(),
  };
}

function send(
  url: string,
  pathname: string,
  form?: { readonly address: string; readonly email: string },
): Promise<Response> {
  const headers = { origin: ORIGIN, "x-forwarded-for": form?.address ?? "198.51.100.251" };
  const body = form && new URLSearchParams({ email: form.email, password: PASSWORD });
  const options = { headers, redirect: "manual" } as const;
  return fetch(url + pathname, body ? { ...options, method: "POST", body } : options);
}

async function timed(work: () => Promise<Response>, expected: number): Promise<number> {
  const startedAt = performance.now();
  const response = await work();
  await response.body?.cancel();
  if (response.status !== expected) {
    console.log(`A reply has the status ${response.status} instead of ${expected}.`);
    process.exitCode = 1;
  }
  return Math.round(performance.now() - startedAt);
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
