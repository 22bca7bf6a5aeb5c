import path from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { startTeam, type TeamServer } from "./team-server.ts";

let team: TeamServer;
beforeAll(async () => {
  team = await startTeam(path.join(inject("dataDirectory"), "run"));
});
afterAll(() => team.stop());

const PASSWORD = "correct horse battery staple";

it("a new server leads to its setup, and its first owner is signed in", async () => {
  const page = await fetch(`${team.url}/api/auth/sign-in`, { redirect: "manual" });
  expect([page.status, page.headers.get("location")]).toEqual([303, `${team.url}/api/auth/setup`]);
  const [, code = ""] = /setup code (\w+)/.exec(team.output.stdout) ?? [];
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

it("who signs in and out again is in and out", async () => {
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
});

it("takes no form from another page", async () => {
  const response = await fetch(`${team.url}/api/auth/sign-out`, {
    method: "POST",
    headers: { origin: "https://elsewhere.example" },
    body: new URLSearchParams({}),
  });
  expect(response.status).toBe(403);
});

function post(address: string, fields: Record<string, string>, cookie = "") {
  return fetch(team.url + address, {
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

async function home(cookie: string): Promise<number> {
  const response = await fetch(`${team.url}/api/trpc/home.summary`, { headers: { cookie } });
  await response.body?.cancel();
  return response.status;
}
