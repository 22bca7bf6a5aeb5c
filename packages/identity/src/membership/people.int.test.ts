import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import {
  Browser,
  createOwner,
  createTestIdentity,
  ORIGIN,
  PASSWORD,
} from "@trovella/testing/identity/test-identity";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Identity } from "../identity.ts";

let test: TestDatabase;
let identity: Identity;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"), []);
  ({ identity } = createTestIdentity(test.database));
});
afterAll(() => test.drop());

describe("the first owner", () => {
  it("is set up first, with a code that only the server's log shows", async () => {
    const browser = new Browser(identity);
    const response = await browser.get("/api/auth/sign-in");
    expect(response.headers.get("location")).toBe(`${ORIGIN}/api/auth/setup`);
    expect((await browser.get("/api/auth/setup")).status).toBe(200);
    const wrong = await browser.post("/api/auth/setup", { ...newOwner(), code: "wrong" });
    expect([wrong.status, await wrong.text()]).toEqual([403, expect.stringContaining("is wrong")]);
    expect(await identity.hasPeople()).toBe(false);
  });

  it.each([
    ["name", " "],
    ["email", "olga"],
    ["password", "eleven char"],
    ["organization", ""],
    ["name", "Ol\u202ega"],
  ])("is not created with the %s %j", async (field, value) => {
    const code = (await identity.setupCode()) ?? "";
    const form = { ...newOwner(), code, [field]: value };
    const response = await new Browser(identity).post("/api/auth/setup", form);
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining("Next:"),
    ]);
    expect(await identity.hasPeople()).toBe(false);
  });

  it("is created once, however many try at the same time, and is signed in then", async () => {
    const code = (await identity.setupCode()) ?? "";
    const browsers = ["olga", "otto", "oona", "omar"].map((name) => ({
      name,
      browser: new Browser(identity),
    }));
    const responses = await Promise.all(
      browsers.map(({ name, browser }) =>
        browser.post("/api/auth/setup", {
          ...newOwner(),
          email: `${name}@research.example`,
          code,
        }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 403, 403, 403]);
    const sessions = await Promise.all(browsers.map(({ browser }) => browser.session()));
    const [session] = sessions.filter((found) => found !== null);
    expect(session).toMatchObject({ role: "owner", userName: "Olga" });
    expect(await identity.listPeople()).toHaveLength(1);
  });

  it("is not set up again", async () => {
    expect(await identity.setupCode()).toBeNull();
    const browser = new Browser(identity);
    expect((await browser.get("/api/auth/setup")).status).toBe(404);
    expect((await browser.post("/api/auth/setup", newOwner())).status).toBe(404);
    await expect(createOwner(identity, "Second")).rejects.toThrow("already has its first owner");
  });
});

function newOwner(): Record<string, string> {
  return {
    name: "Olga",
    email: "olga@research.example",
    password: PASSWORD,
    organization: "Research",
  };
}
