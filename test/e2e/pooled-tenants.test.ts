import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connectDatabase, preparedStatements, withClient } from "@trovella/db";
import { ensurePostgres } from "@trovella/db/embedded";
import { verifyDatabase } from "@trovella/db/maintenance";
import { createTemplate } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  CanaryClient,
  type CanaryOrganization,
  newCanaryOrganization,
} from "../replicas/canary-client.ts";
import { ContextChecker } from "../replicas/context-checker.ts";
import { findProxies } from "../replicas/programs.ts";
import { tokensOf } from "../replicas/replica-service.ts";
import { TeamClient } from "../replicas/team-client.ts";
import { startReplicas, type TeamReplicas } from "../replicas/team-replicas.ts";
import { addOrganization } from "./support/team-server.ts";
import { testDirectory } from "./support/test-directory.ts";

// `npm run proof -- pooled-tenants` is the long form.

it("would notice a reply of another organization", async () => {
  const organizations = [newCanaryOrganization("org_one"), newCanaryOrganization("org_two")];
  const replies = organizations.map(({ canary }) => ({
    planId: canary,
    status: "step_ready",
    step: { stepId: "step_1" },
    lease: { token: "lease" },
  }));
  let answered = 0;
  const server = createServer((_request, response) => {
    answered += 1;
    // The first replies belong to the client, all others to the other organization.
    const structuredContent = replies[answered > 3 ? 1 : 0];
    const message = { jsonrpc: "2.0", id: 1, result: { content: [], structuredContent } };
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(message));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const client = new TeamClient(`http://127.0.0.1:${port}`, { name: "client", token: "token" });
  const canaries = new CanaryClient(client, { organizations, index: 0, seed: 1 });
  await canaries.work();
  expect(canaries.problems).toEqual([]);
  for (let request = 0; request < 10; request += 1) await canaries.work();
  canaries.close();
  server.close();
  expect(canaries.problems.length).toBeGreaterThanOrEqual(5);
});

const isProof = process.env.TROVELLA_PROOF === "pooled-tenants";
const SIZE = isProof
  ? { servers: 3, organizations: 6, clients: 36, requests: 20_000 }
  : { servers: 1, organizations: 3, clients: 12, requests: 500 };
if (isProof) vi.setConfig({ testTimeout: 60 * 60_000 });
const CONNECTIONS = 2;
const SHOWN = 20;

const { proxies, reason } = await findProxies();

describe.skipIf(!proxies)(
  `two connections for everybody${reason && ` (skipped: ${reason})`}`,
  () => {
    let replicas: TeamReplicas;
    beforeAll(async () => {
      if (!proxies) return;
      const cluster = await ensurePostgres({ dataDirectory: testDirectory() });
      await createTemplate(cluster);
      preparedStatements.areNamed = false;
      const { servers: count } = SIZE;
      replicas = await startReplicas({ proxies, cluster, count, poolSize: CONNECTIONS });
    });
    afterAll(async () => {
      preparedStatements.areNamed = true;
      await replicas?.stop();
    });

    it("are administered by the operator's login, not by that of the servers", async () => {
      const { url } = replicas.pgbouncer;
      const administer = withClient(url.replace(/trovella$/, "pgbouncer"), (client) =>
        client.query("SHOW CONFIG"),
      );
      await expect(administer).rejects.toMatchObject({ code: "08P01" });
      expect(await replicas.pgbouncer.countConnections()).toBeLessThanOrEqual(CONNECTIONS);
    });

    it("leak nothing of another organization", async () => {
      const seed = Date.now() % 1_000_000;
      const { organizations, clients } = await settle(seed);
      const pooled = connectDatabase({
        target: replicas.pgbouncer.url,
        maxConnections: CONNECTIONS,
      });
      const contexts = new ContextChecker(pooled);
      let left = SIZE.requests;
      let most = 0;
      const startedAt = performance.now();
      const watch = async () => {
        for (let round = 0; left > 0; round += 1) {
          const { organizationId } = organizations[
            round % organizations.length
          ] as CanaryOrganization;
          await contexts.checkBoth(organizationId, round % 3 === 0);
          if (round % 20 === 0) most = Math.max(most, await replicas.pgbouncer.countConnections());
        }
      };
      const work = async (client: CanaryClient) => {
        while (left > 0) {
          const before = client.requests;
          await client.work();
          left -= client.requests - before;
        }
      };
      await Promise.all([watch(), ...clients.map(work)]);
      const seconds = (performance.now() - startedAt) / 1000;
      for (const client of clients) client.close();
      await pooled.close();

      const sum = (numberOf: (client: CanaryClient) => number) =>
        clients.reduce((total, client) => total + numberOf(client), 0);
      const problems = [...clients.flatMap((client) => client.problems), ...contexts.problems];
      const { plans, differenceCount } = await verifyDatabase(replicas.database);
      console.log(
        `${sum(({ requests }) => requests)} requests of ${organizations.length} organizations (seed ${seed}) through ${SIZE.servers} servers in ${seconds.toFixed(1)} s, ` +
          `at most ${most} connections to PostgreSQL: ${sum(({ marked }) => marked)} replies with the own canary, ` +
          `${contexts.checks} checks of the tenant context, ${problems.length} mismatches; verify: ${plans} plans, ${differenceCount} differences`,
      );
      expect(problems.slice(0, SHOWN)).toEqual([]);
      expect(sum(({ marked }) => marked)).toBeGreaterThan(SIZE.requests / 4);
      expect(contexts.checks).toBeGreaterThan(20);
      expect(most).toBe(CONNECTIONS);
      expect(differenceCount).toBe(0);
    });

    /** Creates organizations, and clients of them round-robin. */
    async function settle(seed: number) {
      const organizations: CanaryOrganization[] = [];
      const tokens: string[][] = [];
      const perOrganization = Math.ceil(SIZE.clients / SIZE.organizations);
      for (let index = 0; index < SIZE.organizations; index += 1) {
        const { owner } = await addOrganization(replicas, `organization${index}`);
        organizations.push(newCanaryOrganization(owner.organizationId));
        tokens.push(await tokensOf(replicas, owner, perOrganization));
      }
      const clients = Array.from({ length: SIZE.clients }, (_, index) => {
        const [organization, place] = [
          index % organizations.length,
          Math.floor(index / organizations.length),
        ];
        const token = tokens[organization]?.[place] ?? "";
        const client = new TeamClient(replicas.url, { name: `client-${index}`, token });
        return new CanaryClient(client, { organizations, index, seed });
      });
      return { organizations, clients };
    }
  },
);
