import { ensurePostgres } from "@trovella/db/embedded";
import { connectHttp } from "@trovella/testing/mcp/mcp-client";
import { expect, it, onTestFinished } from "vitest";
import { REPEAT_CASES } from "../proof/repeats/repeat-cases.ts";
import { contentionCases } from "./support/contention-cases.ts";
import { runProof } from "./support/run-proof.ts";
import { testDirectory } from "./support/test-directory.ts";
import { startServing } from "./support/trovella-process.ts";

// `npm run proof` runs the same programs with larger parameters.

it("gives each attempt to one agent and leaves no step orphaned while a server is suspended", async () => {
  const { output, status } = await runProof("mcp-agents", "short");
  expect(output).toMatch(/ 0 attempts given to two agents/);
  expect(output).toMatch(/ 0 accepted with an old token/);
  expect(output).toMatch(/ 0 never handed out again/);
  expect(output).toMatch(/ 0 not settled/);
  expect(output).toMatch(/ 0 INTERNAL/);
  expect(output).toMatch(/ 0 differences/);
  expect(output).not.toMatch(/VIOLATED/);
  expect(status, output).toBe(0);
});

it("gives no two clients the same lease when they go by the same agent name", async () => {
  const { output, status } = await runProof("mcp-holders", "10");
  expect(output).toContain(
    "10 plans, 4 clients with the same agent name: 50 leases, 0 shared, 30 given back to their holder, 0 not as its session allows",
  );
  expect(status, output).toBe(0);
});

it("executes a call once and gives the same answer to every retry", async () => {
  const rounds = 5;
  const { output, status } = await runProof("mcp-repeats", String(rounds));
  const calls = rounds * REPEAT_CASES.length;
  expect(output).toContain(` ${calls} with one effect and one answer, 0 without`);
  expect(output).toMatch(/verify: \d+ plans, 25 searched texts in 25 chunks, 0 differences/);
  expect(status, output).toBe(0);
});

contentionCases({
  connect: async () => (await serveAndConnect()).mcp,
  async connectTwo() {
    const { child, mcp } = await serveAndConnect();
    const { mcp: other } = await serveAndConnect();
    return { first: mcp, other, freezeFirst: () => child.kill("SIGSTOP") };
  },
  async asSuperuser() {
    const { socketDirectory, bootstrapUser: user } = await ensurePostgres({
      dataDirectory: testDirectory(),
    });
    return { socketDirectory, user, database: "trovella" };
  },
});

/** A server and client of one test; both are closed after it. */
async function serveAndConnect() {
  const { child, ended, url } = await startServing();
  onTestFinished(async () => {
    child.kill("SIGCONT");
    child.kill("SIGTERM");
    await ended;
  });
  const mcp = await connectHttp(url);
  onTestFinished(() => mcp.close());
  return { child, mcp };
}
