import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stopPostgres } from "@trovella/db/embedded";
import { connectHttp, connectStdio } from "@trovella/testing/mcp/mcp-client";
import { freePort } from "@trovella/testing/programs/free-port";
import { afterAll, describe, expect, it } from "vitest";
import { runTrovella, startServing } from "./support/trovella-process.ts";

const directory = mkdtempSync(path.join(tmpdir(), "trovella-serve-team-"));
const DATA = { TROVELLA_DATA_DIR: directory, TROVELLA_CLIENT_DOCUMENTS: "off" };
const EMAIL = "ada@research.example";
const STEPS = [{ stepType: "search", instructions: "Look." }];

let serving: Awaited<ReturnType<typeof startServing>> | undefined;
afterAll(async () => {
  await stop();
  await stopPostgres({ dataDirectory: directory });
  rmSync(directory, { recursive: true });
});

describe("a local server", () => {
  it("is what servers over stdio link to, until it stops", async () => {
    serving = await startServing([], DATA);
    const client = await connectStdio(DATA);
    const steps = [{ stepType: "checkpoint", instructions: "Ask." }];
    const plan = { name: "Links", researchQuestion: "Where?", steps, start: true };
    const { planId, ...created } = await client.call("create_research_plan", plan);
    const { stepId } = (created.nextStep as { step: { stepId: string } }).step;
    const review = { planId, stepId, summary: "Look." };
    expect(await client.call("request_user_review", review)).toMatchObject({
      reviewUrl: `${serving.url}/inbox?item=${planId}`,
      next: expect.not.stringContaining("trovella serve"),
    });
    const team = ["serve", "--team", "--public-url", "https://research.example", "--port", "0"];
    expect(await runTrovella(team, DATA)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/without sign-in\. Next: stop that server/),
    });
    await stop();
    expect(await client.call("get_next_step", { planId })).toMatchObject({
      next: expect.stringContaining("start it with `trovella serve`"),
    });
    await client.close();
  });
});

describe("trovella serve --team", () => {
  it("gives the research of local mode to the owner it creates", async () => {
    const local = await connectStdio(DATA);
    const plan = { name: "Tea", researchQuestion: "Which tea?", steps: STEPS };
    await local.call("create_research_plan", plan);
    await local.close();

    const port = String(await freePort("127.0.0.1"));
    const url = ["--public-url", `http://127.0.0.1:${port}`, "--port", port];
    serving = await startServing(["--team", ...url, "--owner-email", EMAIL], DATA);
    expect(serving.output.stderr).toMatch(/research of local mode .* will belong to/);
    expect(serving.output.stdout).toMatch(/shown only once:\n\w{24}\n/);
    const team = JSON.parse(readFileSync(path.join(directory, "team.json"), "utf8"));
    expect(team).toEqual({ publicUrl: `http://127.0.0.1:${port}`, port });
    expect(statSync(path.join(directory, "secret")).mode & 0o777).toBe(0o600);

    const created = await run("token", "create", "--email", EMAIL, "--name", "Test", "--json");
    const client = await connectHttp(serving.url, { token: JSON.parse(created).token });
    const { plans } = await client.call<{ plans: object[] }>("list_active_plans");
    expect(plans).toMatchObject([{ name: "Tea" }, { name: "Links" }]);
    await client.close();
  });

  it("asks nothing at the next start, and its commands need no settings", async () => {
    await stop();
    serving = await startServing(["--port", portOfTeam()], DATA);
    expect(serving.output.stdout).toContain("People sign in at");
    expect(serving.output.stdout).not.toContain("setup code");
    expect(await run("user", "list")).toContain(`${EMAIL}  "ada"  owner of "Research"`);
    expect(await run("doctor")).toContain("team mode at http://127.0.0.1");
    expect(await run("backup", path.join(directory, "all.jsonl.gz"))).toContain("Saved");
  });

  it("lets no program in as the local user any more", async () => {
    const { exitCode, stderr } = await runTrovella(["mcp"], DATA);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("team mode does not have")]);
    const local = await runTrovella(["serve"], { ...DATA, TROVELLA_MODE: "local" });
    expect([local.exitCode, local.stderr]).toEqual([3, expect.stringContaining("sign in")]);
  });
});

async function run(...options: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runTrovella(options, DATA);
  if (exitCode !== 0) throw new Error(stderr);
  return stdout;
}

async function stop(): Promise<void> {
  serving?.child.kill("SIGTERM");
  await serving?.ended;
}

function portOfTeam(): string {
  return JSON.parse(readFileSync(path.join(directory, "team.json"), "utf8")).port;
}
