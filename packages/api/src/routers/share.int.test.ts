import { setPublicLinks } from "@trovella/db/identity";
import type { Permission } from "@trovella/foundation";
import { apiCaller, createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import {
  createPlan,
  createTestServer,
  itemIdOf,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { ApiPeople } from "../api-people.ts";
import { createCaller } from "../index.ts";

const MEMBER: readonly Permission[] = ["read", "write"];

let server: TestServer;
/** In team mode. */
let api: TestApi;
let planId: string;
let outputIds: string[];
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  api = createTestApi(server.test.database, { people: {} as ApiPeople });
  ({ planId } = (await createPlan(server, 1)) as { planId: string });
  const texts = ["It costs 9 euros.\n\nGone.", "It costs 12 euros.\n\nKept <b>as text</b>."];
  outputIds = [];
  for (const content of texts) {
    const output = { planId, title: "Report", mediaType: "markdown", content };
    const stored = await server.call("store_research_output", output);
    outputIds.push(await itemIdOf(server, planId, stored.outputId));
  }
  await setPublicLinks(server.test.database, { organizationId: "org_a", isAllowed: true });
});
afterAll(() => server.close());

describe("a public link", () => {
  it("is created by a person in a browser, never by a token, and shown once", async () => {
    await expect(as({ isBrowser: false }).share.create({ outputId: first() })).rejects.toThrow(
      /browser/,
    );
    const { token, path, linkId } = await as().share.create({ outputId: first() });
    expect(path).toBe(`/share/${token}`);
    const listed = await as().share.list({ planId });
    expect(listed).toMatchObject({ isAllowed: true, isLocal: false });
    expect(listed.links[0]).toMatchObject({
      id: linkId,
      outputId: first(),
      version: 1,
      state: "active",
      canRevoke: true,
    });
    expect(JSON.stringify(listed)).not.toContain(token.slice(4, 34));
  });

  it("needs the right to write, and is revoked by its creator or an admin alone", async () => {
    await expect(as({ permissions: ["read"] }).share.create({ outputId: first() })).rejects.toThrow(
      "the right to write",
    );
    const { linkId } = await as().share.create({ outputId: first(), shows: "newest" });
    await expect(as({ userId: "usr_other" }).share.revoke({ linkId })).rejects.toThrow("Only the");
    await expect(as({ organizationId: "org_b" }).share.revoke({ linkId })).rejects.toThrow(
      "no such link",
    );
    const admin = as({ userId: "usr_other", permissions: [...MEMBER, "admin"] });
    expect((await admin.share.revoke({ linkId })).revokedAt).not.toBeNull();
  });

  it("is off for an organization until an admin allows it", async () => {
    const foreign = { outputId: first() };
    await expect(as({ organizationId: "org_b" }).share.create(foreign)).rejects.toThrow(
      "no such output",
    );
    expect((await as({ organizationId: "org_b" }).share.list()).isAllowed).toBe(false);
    await expect(as().share.setAllowed({ isAllowed: false })).rejects.toThrow("administer");
    const admin = as({ permissions: [...MEMBER, "admin"] });
    await admin.share.setAllowed({ isAllowed: false });
    await expect(as().share.create({ outputId: first() })).rejects.toThrow("switched off");
    await admin.share.setAllowed({ isAllowed: true });
  });
});

describe("two versions of a report", () => {
  it("are compared in the order of their versions, whichever is named first", async () => {
    const [one = "", two = ""] = outputIds;
    const comparison = await as().output.compare({ outputId: two, otherId: one });
    expect(await as().output.compare({ outputId: one, otherId: two })).toEqual(comparison);
    expect(comparison).toMatchObject({ before: { id: one }, after: { id: two }, changes: 3 });
    expect(comparison.blocks[0]).toMatchObject({
      change: "changed",
      before: [{ text: "It costs " }, { text: "9", isMarked: true }, { text: " euros." }],
    });
  });

  it("are those of one plan, of the caller's organization", async () => {
    const other = (await createPlan(server, 1)) as { planId: string };
    const output = { planId: other.planId, title: "Other", mediaType: "markdown", content: "x" };
    const stored = await server.call("store_research_output", output);
    const otherId = await itemIdOf(server, other.planId, stored.outputId);
    await expect(as().output.compare({ outputId: first(), otherId })).rejects.toThrow("two plans");
    await expect(
      as({ organizationId: "org_b" }).output.compare({ outputId: first(), otherId }),
    ).rejects.toThrow("no such output");
  });
});

function first(): string {
  return outputIds[0] ?? "";
}

interface Who {
  readonly organizationId?: string;
  readonly userId?: string;
  readonly permissions?: readonly Permission[];
  readonly isBrowser?: boolean;
}

function as({
  organizationId = "org_a",
  userId,
  permissions = MEMBER,
  isBrowser = true,
}: Who = {}) {
  const known = apiCaller(organizationId, permissions);
  const caller = {
    ...known,
    userId: userId ?? known.userId,
    browserSessionId: isBrowser ? "ses_1" : null,
  };
  return createCaller({ services: api.services, caller });
}
