import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { stopPostgres } from "@trovella/db/embedded";
import { OfficialProgram } from "@trovella/testing/identity/official-program";
import { fieldOf } from "@trovella/testing/identity/test-identity";
import { callTool, connectHttp, connectStdio } from "@trovella/testing/mcp/mcp-client";
import { freePort } from "@trovella/testing/programs/free-port";
import { afterAll, describe, expect, it } from "vitest";
import { runTrovella, startServing } from "./support/trovella-process.ts";
import { locationOf, WebBrowser } from "./support/web-browser.ts";

const directory = mkdtempSync(path.join(tmpdir(), "trovella-serve-team-"));
const DATA = { TROVELLA_DATA_DIR: directory, TROVELLA_CLIENT_DOCUMENTS: "off" };
const EMAIL = "ada@research.example";
const STEPS = [{ stepType: "search", instructions: "Look." }];

let password = "";
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
    [, password = ""] = /shown only once:\n(\w{24})\n/.exec(serving.output.stdout) ?? [];
    expect(password).not.toBe("");
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
    const asked = { TROVELLA_SEARCH_AND_FETCH: "on" };
    serving = await startServing(["--port", portOfTeam()], { ...DATA, ...asked });
    expect(serving.output.stdout).toContain("People sign in at");
    expect(serving.output.stdout).not.toContain("setup code");
    expect(await run("user", "list")).toContain(`${EMAIL}  "ada"  owner of "Research"`);
    expect(await run("doctor")).toContain("team mode at http://127.0.0.1");
    expect(await run("backup", path.join(directory, "all.jsonl.gz"))).toContain("Saved");
  });

  it("serves a client that knows only search and fetch, such as ChatGPT, by OAuth", async () => {
    const program = new OfficialProgram();
    await expect(connectAs(program)).rejects.toThrow(UnauthorizedError);
    const callback = await consent(program.authorizationUrl);
    await transportOf(program).finishAuth(callback.searchParams);
    const client = await connectAs(program);
    const { tools } = await client.listTools();
    const offered = tools.filter(({ name }) => ["search", "fetch"].includes(name));
    expect(offered.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([true, true]);

    const tea = { artifactType: "note", title: "Sencha", content: "Sencha is a green tea." };
    await callTool(client, "store_research", tea);
    const found = await client.callTool({ name: "search", arguments: { query: "sencha" } });
    const [text, ...others] = found.content as { type: string; text: string }[];
    expect(others).toEqual([]);
    expect(JSON.parse(text?.text ?? "")).toEqual(found.structuredContent);
    const { results } = found.structuredContent as { results: { id: string; url: string }[] };
    expect(results).toEqual([{ id: expect.any(String), title: "Sencha", url: expect.any(String) }]);
    const [hit = { id: "", url: "" }] = results;
    expect(await callTool(client, "fetch", { id: hit.id })).toEqual({
      ...hit,
      text: tea.content,
      metadata: expect.objectContaining({ kind: "note" }),
    });
    expect((await fetch(hit.url)).status).toBe(200);
    await client.close();
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

function transportOf(authProvider: OfficialProgram): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL("/mcp", serving?.url), { authProvider });
}

async function connectAs(program: OfficialProgram): Promise<Client> {
  const client = new Client({ name: "openai-mcp", version: "1.0.0" });
  await client.connect(transportOf(program));
  return client;
}

/** The owner signs in and allows what the program asks for. */
async function consent(url: URL): Promise<URL> {
  const browser = new WebBrowser(url.origin, "203.0.113.7");
  const start = await browser.get(url.href);
  const signIn = await (await browser.get(locationOf(start))).text();
  const signedIn = await browser.signIn(EMAIL, password, fieldOf(signIn, "return_to"));
  const page = await (await browser.get(locationOf(signedIn))).text();
  return browser.allow(page, "org_local");
}

function portOfTeam(): string {
  return JSON.parse(readFileSync(path.join(directory, "team.json"), "utf8")).port;
}
