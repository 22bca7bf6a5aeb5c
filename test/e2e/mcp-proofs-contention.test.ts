import { ensurePostgres } from "@trovella/db/embedded";
import { connectHttp } from "@trovella/testing/mcp/mcp-client";
import { expect, inject, it, onTestFinished } from "vitest";
import { REPEAT_CASES } from "../proof/repeats/repeat-cases.ts";
import { contentionCases } from "./support/contention-cases.ts";
import { runProof } from "./support/run-proof.ts";
import { startServing } from "./support/trovella-process.ts";

// The long forms run under `npm run proof`; these are the same programs with smaller numbers.

it("gives each attempt to one agent and leaves no step orphaned while a server stands still", async () => {
  const { output, status } = await runProof("mcp-agents", "short");
  expect(output).toMatch(/ 0 attempts given to two agents/);
  expect(output).toMatch(/ 0 accepted with an old token/);
  expect(output).toMatch(/ 0 never handed out again/);
  expect(output).toMatch(/ 0 not settled/);
  expect(output).toMatch(/ 0 INTERNAL/);
  expect(output).toMatch(/ 0 differences/);
  expect(output).not.toMatch(/VIOLATED/);
  expect(status).toBe(0);
});

it("carries a call out once and answers it alike, however often it is sent again", async () => {
  const rounds = 5;
  const { output, status } = await runProof("mcp-repeats", String(rounds));
  const calls = rounds * REPEAT_CASES.length;
  expect(output).toContain(` ${calls} with one effect and one answer, 0 without`);
  expect(output).toMatch(/verify: \d+ plans, 15 searched texts in 15 chunks, 0 differences/);
  expect(status).toBe(0);
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
      dataDirectory: inject("dataDirectory"),
    });
    return { socketDirectory, user, database: "trovella" };
  },
});

/** A server of the test's own and a client of it; both end with the test, however it ends. */
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
