import { RateLimits } from "@trovella/db/identity";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import { addMember, Browser, ORIGIN, SECRET } from "@trovella/testing/identity/test-identity";
import {
  createTestTeam,
  type TestOwner,
  type TestTeam,
} from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { loadConfig } from "../config.ts";
import { openIdentity } from "./open-identity.ts";

let test: TestDatabase;
let setup: TestTeam["setup"];
let owner: TestOwner;
beforeAll(async () => {
  ({ test, setup, owner } = await createTestTeam(inject("socketDirectory")));
});
afterAll(() => test.drop());

// At once, since the buckets refill all the time.
it("refuses failed sign-ins of one IPv6 network, whatever address and account they use", async () => {
  const identity = await open();
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, attempt) => {
      const browser = new Browser(identity, ORIGIN, `2001:db8:1:2::${attempt}`);
      // No e-mail address, for which no password is hashed, so that the attempts take no time.
      return (await browser.signIn(`person${attempt}`)).status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
  const neighbour = new Browser(identity, ORIGIN, "2001:db8:1:3::1");
  expect((await neighbour.signIn(owner.email)).status).toBe(303);
});

it("refuses registrations of one IPv6 network, whatever address they use", async () => {
  const identity = await open();
  const register = (address: string) =>
    identity.handle(
      new Request(`${ORIGIN}/api/auth/oauth2/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ redirect_uris: ["http://127.0.0.1:33418/callback"] }),
      }),
      { address },
    );
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, attempt) => register(`2001:db8:4:5::${attempt}`)),
  );
  const statuses = responses.map((response) => response?.status);
  expect(new Set(statuses)).toEqual(new Set([201, 429]));
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
});

it("lets those create organizations whom TROVELLA_ORGANIZATIONS names, owners by default", async () => {
  const { organizationId, userId: actorId } = owner;
  const viewer = { organizationId, actorId, name: "Viv", role: "viewer" } as const;
  const { userId } = await addMember(setup.identity, viewer);
  expect(await (await open()).canCreateOrganization(userId)).toBe(false);
  const free = await open({ TROVELLA_ORGANIZATIONS: "anyone" });
  expect(await free.canCreateOrganization(userId)).toBe(true);
});

function open(variables: Record<string, string> = {}) {
  const config = loadConfig({
    TROVELLA_MODE: "team",
    DATABASE_URL: "postgres://database.example/trovella",
    TROVELLA_PUBLIC_URL: ORIGIN,
    TROVELLA_SECRET: SECRET,
    ...variables,
  });
  return openIdentity(config, { database: test.database, limits: new RateLimits(test.database) });
}
