import { newId, withClient } from "@trovella/db";
import { insert } from "@trovella/testing/database/filled-database";
import { describe, expect, it } from "vitest";
import { hashSecret, newSecret } from "../../../packages/identity/src/secrets.ts";
import { type TeamServer, tokenOf } from "../support/team-server.ts";
import { Caller, outcomeOf } from "./caller.ts";
import { unlike } from "./judge.ts";
import type { Matrix } from "./matrix.ts";
import { type Organization, superuserOf } from "./organization.ts";

/** Signs in the first owner in a browser; the server must not have users yet. */
export async function signInFirst({ url, output }: TeamServer): Promise<string> {
  while (!/setup code \w+/.test(output.stdout)) await new Promise(setImmediate);
  const [, code = ""] = /setup code (\w+)/.exec(output.stdout) ?? [];
  const fields = { name: "Ada", email: "ada@test.example", organization: "Somewhere else" };
  const response = await fetch(`${url}/api/auth/setup`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url },
    body: new URLSearchParams({ ...fields, code, password: "correct horse battery staple" }),
  });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

const PATHS = ["/api/trpc/home.summary", "/api/events", "/api/outputs/out_1"];

/** A member of several organizations acts only in the one that the credential names. */
export function describeChoice(placeOf: () => { matrix: Matrix; cookie: string }): void {
  describe("a user in two organizations", () => {
    it("sees in the browser the selected organization, and is refused while none is selected", async () => {
      const { matrix, cookie } = placeOf();
      const { ours, others } = matrix;
      const [foreign, unknown] = await Promise.all(
        [others.organizationId, unlike(others.organizationId)].map((id) =>
          goTo(matrix, id, cookie),
        ),
      );
      expect(foreign).toEqual(unknown);
      expect(foreign?.isRefused).toBe(true);
      await choose(matrix, null);
      for (const path of PATHS) {
        const { status, body } = await browse(matrix, path, cookie);
        expect([path, status]).toEqual([path, 403]);
        expect(body).toContain("No organization is chosen.");
      }
      // Selected, but not a member.
      await choose(matrix, others);
      expect((await browse(matrix, "/api/trpc/home.summary", cookie)).status).toBe(403);
      await joinBoth(matrix);
      for (const [here, there] of [
        [ours, others],
        [others, ours],
      ] as const) {
        await choose(matrix, here);
        const { body } = await browse(matrix, "/api/trpc/researchPlan.list", cookie);
        expect([body.includes(here.canary), body.includes(there.canary)]).toEqual([true, false]);
      }
    });

    it("sees with each token and grant only its organization", async () => {
      const { matrix } = placeOf();
      const { team, listener, ours, others } = matrix;
      const userId = await joinBoth(matrix);
      for (const [here, there] of [
        [ours, others],
        [others, ours],
      ] as const) {
        const { organizationId } = here;
        const place = { url: team.url, listener };
        const caller = new Caller(place, await tokenOf(team.database, { organizationId, userId }));
        const program = new Caller(place, await grantOf(matrix, { organizationId, userId }));
        const looks = [
          await caller.tool("list_active_plans", {}),
          await caller.tool("search_sources", { query: here.word }),
          await caller.procedure("researchPlan.list", "query"),
          await program.tool("list_active_plans", {}),
        ];
        for (const { body } of looks) {
          expect([body.includes(here.canary), body.includes(there.canary)]).toEqual([true, false]);
        }
        // The list of resources shows ids without any text of the organization.
        const [own, foreign] = [await resourceIds(matrix, here), await resourceIds(matrix, there)];
        for (const member of [caller, program]) {
          const { body } = await member.method("resources/list");
          const shows = (ids: readonly string[]) => ids.some((id) => body.includes(id));
          expect([shows(own), shows(foreign)]).toEqual([true, false]);
        }
        const planId = there.ids.plan;
        expect(outcomeOf(await caller.tool("get_plan_status", { planId }))).toBe("NOT_FOUND");
        const profile = await caller.method("resources/read", { uri: "trovella://user/profile" });
        expect(profile.body).toContain(organizationId);
        // A call cannot name another organization: the name is ignored.
        const named = await caller.tool("list_active_plans", {
          organizationId: there.organizationId,
        });
        expect(outcomeOf(named)).toBe("done");
        expect([
          named.body.includes("warnings"),
          named.body.includes(here.canary),
          named.body.includes(there.canary),
        ]).toEqual([true, true, false]);
      }
    });

    it("is not authenticated by the browser's session at the endpoints for programs", async () => {
      const { matrix, cookie } = placeOf();
      const { status } = await browse(matrix, "/mcp", cookie, "POST");
      expect(status).toBe(401);
    });
  });
}

/** The ids of all plans and outputs of this organization. */
function resourceIds({ team }: Matrix, { organizationId }: Organization): Promise<string[]> {
  return withClient(superuserOf(team), async (client) => {
    const { rows } = await client.query<{ id: string }>(RESOURCE_IDS, [organizationId]);
    return rows.map(({ id }) => id);
  });
}

const RESOURCE_IDS = `SELECT id FROM research_plan WHERE organization_id = $1
  UNION ALL SELECT id FROM research_output WHERE organization_id = $1`;

/** An OAuth access token for this organization. */
async function grantOf(
  { team }: Matrix,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<string> {
  const secret = newSecret("access");
  const [id, soon] = [newId("grant"), new Date(Date.now() + 3_600_000)];
  await withClient(team.target, async (client) => {
    await insert(client, "oauth_grant", {
      ...{ id, organization_id: organizationId, user_id: userId, scopes: ["read"] },
      ...{ client_id: "client_1", client_name: "Program", redirect_uri: "http://localhost/" },
      ...{ resource: `${team.url}/mcp`, code_hash: id, code_challenge: "x", code_expires_at: soon },
    });
    const token = { grant_id: id, kind: "access", expires_at: soon };
    await insert(client, "oauth_token", { hash: hashSecret(secret), ...token });
  });
  return secret;
}

const JOINED = `INSERT INTO member (id, organization_id, user_id, role)
  SELECT 'mem_both_' || organization, organization, "user".id, 'owner' FROM "user", unnest($1::text[]) AS organization
  WHERE email = 'ada@test.example' ON CONFLICT DO NOTHING`;

/** The user who signed in first. */
function joinBoth({ team, ours, others }: Matrix): Promise<string> {
  return withClient(team.target, async (client) => {
    await client.query(JOINED, [[ours.organizationId, others.organizationId]]);
    const { rows } = await client.query(`SELECT id FROM "user" WHERE email = 'ada@test.example'`);
    return String(rows[0]?.id);
  });
}

function choose({ team }: Matrix, organization: Organization | null): Promise<unknown> {
  return withClient(team.target, (client) =>
    client.query(
      `UPDATE session SET active_organization_id = $1
       WHERE user_id = (SELECT id FROM "user" WHERE email = 'ada@test.example')`,
      [organization?.organizationId ?? null],
    ),
  );
}

/** Result of selecting an organization by its id, without the id. */
async function goTo({ team }: Matrix, organizationId: string, cookie: string) {
  const response = await fetch(`${team.url}/api/trpc/organization.switchTo`, {
    method: "POST",
    headers: { cookie, origin: team.url, "content-type": "application/json" },
    body: JSON.stringify({ organizationId }),
  });
  const body = (await response.text()).replaceAll(organizationId, "…");
  return { status: response.status, isRefused: response.status >= 400, body };
}

async function browse({ team }: Matrix, path: string, cookie: string, method = "GET") {
  const response = await fetch(team.url + path, { method, headers: { cookie } });
  return { status: response.status, body: await response.text() };
}
