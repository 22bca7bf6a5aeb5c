import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startTeam, type TeamServer, tokenOf } from "./support/team-server.ts";
import { testDirectory } from "./support/test-directory.ts";

let team: TeamServer;
beforeAll(async () => {
  team = await startTeam(path.join(testDirectory(), "run"));
});
afterAll(() => team.stop());

const PASSWORD = "correct horse battery staple";

it("a new server leads to its setup, and its first owner is signed in", async () => {
  const page = await fetch(`${team.url}/api/auth/sign-in`, { redirect: "manual" });
  expect([page.status, page.headers.get("location")]).toEqual([303, `${team.url}/api/auth/setup`]);
  // Printed a moment after the URL that the start of the server waits for.
  const code = await vi.waitFor(() => {
    const [, printed = ""] = /setup code (\w+)/.exec(team.output.stdout) ?? [];
    expect(printed).not.toBe("");
    return printed;
  }, 10_000);
  const created = await post("/api/auth/setup", {
    code,
    name: "Ada",
    email: "ada@test.example",
    password: PASSWORD,
    organization: "Analytical Engines",
  });
  expect([created.status, created.headers.get("location")]).toEqual([303, `${team.url}/`]);
  expect(await home(cookieOf(created))).toBe(200);
  expect(await home("")).toBe(401);
});

it("signing in and out starts and ends a session", async () => {
  const signedIn = await post("/api/auth/sign-in", {
    email: "ada@test.example",
    password: PASSWORD,
    return_to: "/inbox",
  });
  expect(signedIn.headers.get("location")).toBe(`${team.url}/inbox`);
  const cookie = cookieOf(signedIn);
  expect(await home(cookie)).toBe(200);
  const signedOut = await post("/api/auth/sign-out", {}, cookie);
  expect(signedOut.status).toBe(303);
  expect(await home(cookie)).toBe(401);
  const lines = team.output.stderr.split("\n").filter((line) => line.includes("security event"));
  const recorded = lines.map((line) => JSON.parse(line).securityEvent);
  expect(recorded.slice(-2)).toMatchObject([
    { kind: "sign_in", actor: { name: "Ada" }, credential: { kind: "session" } },
    { kind: "sign_out", actor: { name: "Ada" }, address: "127.0.0.1" },
  ]);
});

it("ends only the event streams of users who are no longer authorized", async () => {
  const signedIn = async () => {
    const form = { email: "ada@test.example", password: PASSWORD };
    return cookieOf(await post("/api/auth/sign-in", form));
  };
  const [leaving, staying] = [await signedIn(), await signedIn()];
  const userId = (await call("member.list", staying)).members[0]?.userId ?? "";
  const [organization] = (await call("organization.list", staying)).organizations;
  const organizationId = organization?.organizationId ?? "";
  const token = await tokenOf(team.database, { organizationId, userId });
  const bearer = { authorization: `Bearer ${token}` };
  const [left, revoked, stays] = await Promise.all([
    watch({ cookie: leaving }),
    watch(bearer),
    watch({ cookie: staying }),
  ]);
  await post("/api/auth/sign-out", {}, leaving);
  const tokenId = (await call("token.list", staying)).tokens[0]?.id ?? "";
  await mutate("token.revoke", { tokenId }, staying);
  await Promise.all([left.ended, revoked.ended]);
  expect([left.isOpen(), revoked.isOpen(), stays.isOpen()]).toEqual([false, false, true]);
  stays.leave();
  for (const headers of [{ cookie: leaving }, bearer]) {
    expect((await fetch(`${team.url}/api/events`, { headers })).status).toBe(401);
  }
});

it("accepts no form from another origin", async () => {
  const response = await fetch(`${team.url}/api/auth/sign-out`, {
    method: "POST",
    headers: { origin: "https://elsewhere.example" },
    body: new URLSearchParams({}),
  });
  expect(response.status).toBe(403);
});

function post(pathname: string, fields: Record<string, string>, cookie = "") {
  return fetch(team.url + pathname, {
    method: "POST",
    redirect: "manual",
    headers: { origin: team.url, cookie },
    body: new URLSearchParams(fields),
  });
}

function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Replies of the procedures called here. */
interface Lists {
  readonly members: readonly { readonly userId: string }[];
  readonly organizations: readonly { readonly organizationId: string }[];
  readonly tokens: readonly { readonly id: string }[];
}

/** Reads an event stream until the server ends it. */
async function watch(headers: Record<string, string>) {
  const leaving = new AbortController();
  const { signal } = leaving;
  const response = await fetch(`${team.url}/api/events`, { headers, signal });
  expect(response.status).toBe(200);
  let isOpen = true;
  const ended = (async () => {
    for await (const _ of response.body ?? []);
    isOpen = false;
  })().catch(() => undefined);
  return { ended, isOpen: () => isOpen, leave: () => leaving.abort() };
}

async function call(procedure: string, cookie: string): Promise<Lists> {
  const response = await fetch(`${team.url}/api/trpc/${procedure}`, { headers: { cookie } });
  return ((await response.json()) as { result: { data: Lists } }).result.data;
}

async function mutate(procedure: string, input: object, cookie: string): Promise<void> {
  const response = await fetch(`${team.url}/api/trpc/${procedure}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: team.url, cookie },
    body: JSON.stringify(input),
  });
  expect(response.status).toBe(200);
}

async function home(cookie: string): Promise<number> {
  const response = await fetch(`${team.url}/api/trpc/home.summary`, { headers: { cookie } });
  await response.body?.cancel();
  return response.status;
}
