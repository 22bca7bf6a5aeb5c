import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase, preparedStatements, withClient } from "@trovella/db";
import { ensurePostgres } from "@trovella/db/embedded";
import { LOCAL_ORGANIZATION_ID, LOCAL_USER_ID } from "@trovella/db/identity";
import { verifyDatabase, verifyPlans } from "@trovella/db/maintenance";
import { createTemplate } from "@trovella/testing/database/test-database";
import { connectHttp, ERAS } from "@trovella/testing/mcp/mcp-client";
import { twoTenantFindings } from "@trovella/testing/tenants/two-tenants";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { AGENT_SIZES, proveAgents } from "../proof/agents/agents-run.ts";
import { proveNoCrosstalk } from "../proof/fuzz/crosstalk-run.ts";
import { HistoryCampaign, httpSetting } from "../proof/history/campaign.ts";
import { connectLines } from "../proof/history/servers.ts";
import { judgeRepeats, runRepeats } from "../proof/repeats/repeats-run.ts";
import type { ServerProcess } from "../proof/support/mcp-server.ts";
import { contendForPlans } from "../proof/support/plan-contention-run.ts";
import type { Service } from "../proof/support/service.ts";
import { EventReader } from "../replicas/event-reader.ts";
import { LEFT_ALONE_SECONDS } from "../replicas/nginx.ts";
import { findProxies } from "../replicas/programs.ts";
import { canConnect } from "../replicas/proxy-process.ts";
import { replicaService, tokensOf } from "../replicas/replica-service.ts";
import { readSharedPlans, workOnSharedPlans } from "../replicas/shared-plans.ts";
import { TeamClient } from "../replicas/team-client.ts";
import { startReplicas, type TeamReplicas } from "../replicas/team-replicas.ts";
import { percentile, runWaitingCalls } from "../replicas/waiting-run.ts";
import { contentionCases, until, untilWaiting } from "./support/contention-cases.ts";
import { addOrganization, type TestMember } from "./support/team-server.ts";
import { testDirectory } from "./support/test-directory.ts";

// The suites of single servers with three replicas behind nginx and PgBouncer. `npm run proof -- replicas` is the long form.

const isProof = process.env.TROVELLA_PROOF === "replicas";
const SIZE = isProof
  ? { agents: "full", histories: 200, repeats: 50, crosstalk: 10_000, contended: 400, shared: 400 }
  : { agents: "short", histories: 8, repeats: 3, crosstalk: 400, contended: 8, shared: 30 };
const isWaitingProof = process.env.TROVELLA_PROOF === "waiting-calls";
const WAITING_ORGANIZATIONS = isWaitingProof ? 10 : 1;
if (isProof || isWaitingProof) vi.setConfig({ testTimeout: 30 * 60_000 });
const LOCAL = { organizationId: LOCAL_ORGANIZATION_ID, userId: LOCAL_USER_ID };

const { proxies, reason } = await findProxies();

describe.skipIf(!proxies)(
  `three servers on one database${reason && ` (skipped: ${reason})`}`,
  () => {
    let replicas: TeamReplicas;
    let local: Service;
    beforeAll(async () => {
      if (!proxies) return;
      const cluster = await ensurePostgres({ dataDirectory: testDirectory() });
      await createTemplate(cluster);
      replicas = await startReplicas({ proxies, cluster, count: 3 });
      local = await replicaService(replicas, LOCAL, 5);
    });
    afterAll(() => replicas?.stop());

    contentionCases({
      connect: () => connectTo(replicas.url),
      async connectTwo() {
        const [first, other] = replicas.servers;
        if (!first || !other) throw new Error("There are too few servers.");
        onTestFinished(() => first.resume());
        return {
          first: await connectTo(first.url),
          other: await connectTo(other.url),
          freezeFirst: first.pause,
        };
      },
      asSuperuser: async () => replicas.asSuperuser,
    });

    it("give each attempt to one agent, and leave no step orphaned while one is suspended", async () => {
      // Unlike clients that know all servers, those behind a proxy cannot avoid a suspended one.
      const size = { ...AGENT_SIZES[SIZE.agents as "full" | "short"], atOnce: 1 };
      const { owner } = await addOrganization(replicas, "agents");
      const service = await replicaService(replicas, owner, size.agents);
      expect(await proveAgents(service, size)).toBe(true);
    });

    it("give no reply that the rules do not explain when five agents share a plan", async () => {
      const entrances = [0, 1, 2, 3, 4].flatMap((agent) => local.entrancesFor(agent));
      const { lines, close } = await connectLines(entrances, entrances.length, ERAS);
      const campaign = new HistoryCampaign(replicas.database);
      const seed = Date.now() % 1_000_000;
      for (let index = 1; index <= SIZE.histories; index += 1) {
        await campaign.run(httpSetting({ seed, index, lines }));
      }
      await close();
      const { counts } = campaign;
      console.log(`${counts.report()}\n${counts.histories} histories (seed ${seed})`);
      expect(counts.divergences).toBe(0);
      expect(counts.contended).toBeGreaterThan(counts.calls / 2);
      expect(await differencesIn(LOCAL_ORGANIZATION_ID)).toBe(0);
    });

    it("execute a call once and give the same answer to every retry", async () => {
      const { owner } = await addOrganization(replicas, "repeats");
      // Tokens are rate limited.
      const count = isProof ? 10 : 1;
      const service = await replicaService(replicas, owner, count);
      const entrances = Array.from({ length: count }, (_, client) =>
        service.entrancesFor(client),
      ).flat();
      let killed = 0;
      const restart = async () => {
        const index = killed % replicas.servers.length;
        killed += 1;
        await replicas.servers[index]?.kill();
        await replicas.startAgain(index);
        // Else nginx would know no server any more after three kills in a row.
        await sleep(LEFT_ALONE_SECONDS * 1_000 + 100);
        return replicas.url;
      };
      const stage = { entrances, database: replicas.asSuperuser, restart };
      const run = await runRepeats(stage, SIZE.repeats);
      const verified = await verifyDatabase(replicas.database);
      // In the short form only another test kills servers, since restarts take longer than everything else.
      const judged = { ...run, complaints: complaints(), verified, hasKills: isProof };
      expect(judgeRepeats(judged)).toBe(true);
    });

    it("give no client the reply of another when 64 use the same request ids", async () => {
      const members: TestMember[] = [];
      for (const name of ["one", "two", "three"]) {
        members.push((await addOrganization(replicas, name)).owner);
      }
      const tokens = await Promise.all(members.map((member) => tokensOf(replicas, member, 22)));
      const placeOf = (index: number) => {
        const which = index % members.length;
        const token = tokens[which]?.[Math.floor(index / members.length)] ?? "";
        const organization = members[which]?.organizationId ?? "";
        return { url: replicas.url, organization, headers: { Authorization: `Bearer ${token}` } };
      };
      const seed = Date.now() % 1_000_000;
      expect(await proveNoCrosstalk({ calls: SIZE.crosstalk, seed, placeOf })).toBe(true);
    });

    it("answer calls that wait for a decision made through any of them, without connections meanwhile", async () => {
      const before = replicas.servers.map((server) => server.complaints().length);
      const run = await runWaitingCalls(replicas, WAITING_ORGANIZATIONS);
      const [p50, p95] = [0.5, 0.95].map((share) => percentile(run.latenciesMs, share));
      console.log(
        `${run.calls} waiting calls through 3 servers: from decision to reply p50 ${p50} ms, p95 ${p95} ms, ` +
          `most ${percentile(run.latenciesMs, 1)} ms; ${run.connections} connections to PostgreSQL while they waited ` +
          `(${run.connectionsBefore} before)`,
      );
      expect(run.unexpected).toEqual([]);
      expect(run.connections - run.connectionsBefore).toBeLessThanOrEqual(5);
      if (isWaitingProof) expect(p95).toBeLessThanOrEqual(1_000);
      const added = replicas.servers.map((server, index) =>
        server.complaints().slice(before[index]),
      );
      expect(added.join("")).toBe("");
    });

    it("share their connections with workers that contend for plans and are unaware of the pooler", async () => {
      const { database, asSuperuser, pgbouncer } = replicas;
      const contended = { database, target: pgbouncer.url, asSuperuser };
      expect(await contendForPlans(contended, SIZE.contended)).toBe(true);
    });

    it("keep two tenants apart in every table, by every verb, in every context", async () => {
      preparedStatements.areNamed = false;
      onTestFinished(() => {
        preparedStatements.areNamed = true;
      });
      const { pgbouncer, asSuperuser } = replicas;
      const target = pgbouncer.url;
      const database = connectDatabase({ target });
      onTestFinished(() => database.close());
      const { problems, operations } = await twoTenantFindings({ database, target, asSuperuser });
      expect(problems).toEqual([]);
      expect(operations).toBeGreaterThan(100);
    });

    it("lose no call when one of them is killed and one stopped, finish calls in flight, and keep notifying watchers", async () => {
      const { owner } = await addOrganization(replicas, "shared");
      const { organizationId } = owner;
      const tokens = await tokensOf(replicas, owner, 12);
      const readers = [0, 1, 2].map((index) => new EventReader(replicas.url, tokens[index] ?? ""));
      const [first, second] = replicas.servers;
      if (!first || !second) throw new Error("There are too few servers.");
      // Counts of earlier tests are reported there.
      const complaintsBefore = second.complaints();
      const misfortunes = [
        { after: 0.3, happen: () => first.kill() },
        { after: 0.6, happen: () => stopAmidCalls(second, tokens[0] ?? "") },
      ];
      const endings: Promise<void>[] = [];
      const repeatedBefore: number[] = [];
      const onProgress = ({ share, repeated }: { share: number; repeated: number }) => {
        const [next] = misfortunes;
        if (!next || share < next.after) return;
        misfortunes.shift();
        repeatedBefore.push(repeated);
        endings.push(next.happen());
      };
      const shared = { tokens, plans: SIZE.shared, onProgress };
      const run = await workOnSharedPlans(replicas, shared);
      await Promise.all(endings);
      console.log(
        `${tokens.length} agents, ${run.calls} calls in ${run.seconds.toFixed(1)} s, one server killed and one stopped: ` +
          `${run.repeated} calls retried, ${run.repeated - (repeatedBefore[1] ?? 0)} of them after the stop, ${run.failures.length} failed; ` +
          `${readers.map(({ connections }) => connections).join(", ")} connections of watchers`,
      );
      expect(run.failures).toEqual([]);
      expect(run.claimedTwice).toBe(0);
      expect(await readSharedPlans(replicas, organizationId)).toEqual({
        startedTwice: 0,
        unfinished: 0,
      });
      expect(await differencesIn(organizationId)).toBe(0);
      expect(second.complaints()).toBe(complaintsBefore);

      const heard = readers.map((reader) => reader.nextEvent());
      const { call } = await connectTo(replicas.url, tokens[0]);
      await call("store_research", { artifactType: "note", title: "News", content: "Something." });
      await Promise.all(heard);
      await Promise.all(readers.map((reader) => reader.stop()));
    });

    /**
     * Stops the server while calls wait for a lock; each is answered before it exits. They take all connections of their
     * organization, so the token of a call beside them is one of another.
     */
    async function stopAmidCalls(server: ServerProcess, token: string): Promise<void> {
      const { call } = await connectTo(server.url);
      const kept = new TeamClient(server.url, { name: "kept", token });
      await kept.read("ping", {});
      const steps = [{ stepType: "search", instructions: "Search." }];
      const plan = { name: "Draining", researchQuestion: "Who waits?", steps };
      const { planId } = await call<{ planId: string }>("create_research_plan", plan);
      await withClient(replicas.asSuperuser, async (client) => {
        await client.query("BEGIN");
        await client.query("SELECT FROM research_plan WHERE handle = $1 FOR UPDATE", [planId]);
        const answers = [1, 2, 3].map((agent) =>
          call("get_next_step", { planId, agent: `agent-${agent}` }),
        );
        await untilWaiting(client, answers.length);
        const ended = server.stop();
        await until(async () => ((await canConnect(server.url)) ? null : true));
        // Requests on keep-alive connections are still answered for a while.
        await expect(kept.read("ping", {})).resolves.toBeDefined();
        kept.close();
        await client.query("COMMIT");
        const statuses = (await Promise.all(answers)).map(({ status }) => status);
        expect(statuses.sort()).toEqual(["no_pending_steps", "no_pending_steps", "step_ready"]);
        await ended;
      });
    }

    async function connectTo(url: string, token = tokenOfLocal()) {
      const mcp = await connectHttp(url, { token });
      onTestFinished(() => mcp.close());
      return mcp;
    }

    function tokenOfLocal(): string {
      return local.entrancesFor(0)[0]?.token ?? "";
    }

    async function differencesIn(organizationId: string): Promise<number> {
      const { differenceCount } = await verifyPlans(replicas.database, { organizationId });
      return differenceCount;
    }

    function complaints(): string {
      return replicas.servers.map((server) => server.complaints()).join("");
    }
  },
);
