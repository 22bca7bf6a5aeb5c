import type { Permission } from "@trovella/foundation";
import { renderOutput } from "@trovella/research";
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
const ADMIN: readonly Permission[] = [...MEMBER, "admin"];
const RED = { name: "Acme", brand: "#B91C1C", footer: "Only for the board" };

let server: TestServer;
/** In team mode. */
let api: TestApi;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  api = createTestApi(server.test.database, { people: {} as ApiPeople });
});
afterAll(() => server.close());

describe("the theme of an organization", () => {
  it("is the default one until an admin changes it, in a browser", async () => {
    const { isDefault, theme, defaults } = await as(MEMBER).theme.current();
    expect([isDefault, theme]).toEqual([true, defaults]);
    await expect(as(MEMBER).theme.change({ file: RED })).rejects.toThrow("administer");
    await expect(as(ADMIN, { isBrowser: false }).theme.change({ file: RED })).rejects.toThrow(
      /browser/,
    );
    await as(ADMIN).theme.change({ file: RED });
    expect(await as(MEMBER).theme.current()).toMatchObject({
      isDefault: false,
      theme: { ...RED, paper: "a4" },
    });
    expect((await as(MEMBER, { organizationId: "org_b" }).theme.current()).isDefault).toBe(true);
  });

  it("is recorded when it changes, without its image", async () => {
    const { events } = await as(ADMIN).securityEvent.list({ kind: "document_theme_changed" });
    expect(events[0]).toMatchObject({ after: { brand: "#B91C1C", logo: null } });
  });

  it("is refused with every problem at once", async () => {
    const file = { brand: "red", footer: "x".repeat(201), colour: 1 };
    await expect(as(ADMIN).theme.change({ file })).rejects.toThrow(
      /no `colour`.*brand is a colour.*footer is a text/,
    );
    await expect(as(MEMBER).theme.preview({ file })).rejects.toThrow("brand is a colour");
  });

  it("is shown by a sample report before it is stored, to members too", async () => {
    const { html } = await as(MEMBER).theme.preview({ file: { footer: "Not stored" } });
    expect(html).toContain("Not stored");
    const { html: german } = await as(MEMBER).theme.preview({ file: {}, language: "de" });
    expect(german).toContain("Wärmepumpe");
  });

  it("is what documents look like, until it is reset", async () => {
    const { planId } = (await createPlan(server, 1)) as { planId: string };
    const output = { planId, title: "Report", mediaType: "markdown", content: "## Answer\n\nYes." };
    const stored = await server.call("store_research_output", output);
    const outputId = await itemIdOf(server, planId, stored.outputId);
    const page = async () => {
      const tenant = { organizationId: "org_a" };
      const request = { outputId, format: "html" as const };
      const { bytes } = await renderOutput(server.test.database, tenant, request);
      return new TextDecoder().decode(bytes);
    };
    expect(await page()).toContain("Only for the board");
    expect(await as(ADMIN).theme.reset()).toEqual({ wasChanged: true });
    expect(await as(ADMIN).theme.reset()).toEqual({ wasChanged: false });
    expect(await page()).not.toContain("Only for the board");
  });
});

function as(
  permissions: readonly Permission[],
  { organizationId = "org_a", isBrowser = true } = {},
) {
  const caller = {
    ...apiCaller(organizationId, permissions),
    browserSessionId: isBrowser ? "ses_1" : null,
  };
  return createCaller({ services: api.services, caller });
}
