import { randomBytes } from "node:crypto";
import { type ConnectionSettings, newId, withClient, withTenantContext } from "@trovella/db";
import { insertWebhook, saveWebhookAttempt } from "@trovella/db/notifications";
import type { Role } from "@trovella/foundation";
import { saveTemplate } from "@trovella/research";
import { insert } from "@trovella/testing/database/filled-database";
import { markTexts } from "@trovella/testing/tenants/mark-texts";
import { names } from "@trovella/testing/tenants/tenant-attempts";
import { tenantRows } from "@trovella/testing/tenants/tenant-rows";
import { IDENTITY_TABLES, TENANT_TABLES } from "../../../packages/db/src/schema/table-names.ts";
import {
  addOrganization,
  type TeamServer,
  type TestMember,
  tokenOf,
} from "../support/team-server.ts";
import { Caller } from "./caller.ts";
import type { Kind } from "./kinds.ts";
import { research } from "./research.ts";
import type { StatementListener } from "./statement-listener.ts";

/** One id of each kind; the numbers of sources stand only in texts. */
export type Ids = Readonly<Record<Kind | "source", string>>;

export interface Organization {
  readonly organizationId: string;
  /** Part of the ids of the organization and its users. */
  readonly handle: string;
  /** Canary in all their texts and names, never sent by other organizations. */
  readonly canary: string;
  /** A word next to the canary, for others to search for. */
  readonly word: string;
  readonly members: Readonly<Record<Role, TestMember>>;
  /** With handles where there are any. */
  readonly ids: Ids;
  readonly longIds: Ids;
}

interface Place {
  readonly team: TeamServer;
  readonly listener: StatementListener;
}

/** An organization with users of all roles, whose owner completed the research loop twice. */
export async function fillOrganization(
  place: Place,
  { name, isEveryTableFilled }: { readonly name: string; readonly isEveryTableFilled: boolean },
): Promise<Organization> {
  const { team } = place;
  const [handle, canary, word] = [name, "canary", "word"].map(
    (kind) => `${kind}${randomBytes(8).toString("hex")}`,
  ) as [string, string, string];
  const members = await addOrganization(team, handle);
  const { owner } = members;
  const { organizationId } = owner;
  const token = await tokenOf(team.database, owner);
  const caller = new Caller({ url: team.url, listener: place.listener }, token);
  if (isEveryTableFilled) await fillEveryTable(team, { organizationId, handle, canary });
  const identity = await addIdentityRows(team, { handle, canary, owner });
  const text = `${canary} ${word}`;
  await research(caller, text, `first-${handle}`);
  const found = await research(caller, text, `second-${handle}`);
  const event = await newestEvent(team, found.plan);
  const template = await addTemplate(team, { organizationId, name: `template-${handle}`, text });
  const webhook = await addWebhook(team, { organizationId, name: text });
  const link = await addShareLink(team, { handle: found.plan, userId: owner.userId });
  const ids = { ...found, ...identity, event, template, webhook, link };
  const longIds = { ...ids, ...(await longIdsOf(team, found.plan)) };
  return { organizationId, handle, canary, word, members, ids, longIds };
}

async function addTemplate(
  { database }: TeamServer,
  { organizationId, name, text }: Record<"organizationId" | "name" | "text", string>,
): Promise<string> {
  const steps = [{ key: "search", stepType: "search", instructions: text }];
  const value = { fill: { place: text }, name: text, steps, gates: [] };
  await withTenantContext(database, { organizationId }, (context) =>
    saveTemplate(context, { name, value, createdBy: null }),
  );
  return name;
}

/** One whose URL this server cannot read, so that nothing is ever sent to it. */
async function addWebhook(
  { database }: TeamServer,
  { organizationId, name }: Record<"organizationId" | "name", string>,
): Promise<string> {
  const id = newId("webhook");
  const sealed = { sealedUrl: name, shownUrl: name, sealedSecret: name };
  const attempt = { webhookId: id, eventId: name, eventType: "test", attempt: 1, httpStatus: 204 };
  await withTenantContext(database, { organizationId }, async (context) => {
    const fields = { id, name, format: "json", events: [], createdBy: "" } as const;
    await insertWebhook(context, { ...fields, ...sealed });
    // Two, so that there is a cursor.
    for (const durationMs of [1, 2])
      await context.send(saveWebhookAttempt(context, { ...attempt, problem: null, durationMs }));
  });
  return id;
}

/** A public link to the newest report of the plan. */
async function addShareLink(
  team: TeamServer,
  { handle, userId }: Record<"handle" | "userId", string>,
): Promise<string> {
  const id = newId("shareLink");
  await withClient(superuserOf(team), (client) =>
    client.query(
      `INSERT INTO share_link (organization_id, id, plan_id, created_by, token_ending, expires_at)
       SELECT organization_id, $2, id, $3, 'abcd', now() + interval '1 day' FROM research_plan WHERE handle = $1`,
      [handle, id, userId],
    ),
  );
  return id;
}

/** Rows of every tenant table, including those that no tool fills or that hold only numbers. */
function fillEveryTable(
  team: TeamServer,
  { organizationId, handle, canary }: Record<"organizationId" | "handle" | "canary", string>,
): Promise<void> {
  const rows = tenantRows(names(organizationId, { key: handle, refersTo: handle, canary }));
  return withClient(superuserOf(team), async (client) => {
    const person = { id: `user_${handle}`, name: canary, email: `${canary}@test.example` };
    await insert(client, "user", person);
    for (const table of TENANT_TABLES) await insert(client, table, rows[table] ?? {});
    await markTexts(client, { organizationId, canary });
  });
}

export function superuserOf({ target }: Pick<TeamServer, "target">): ConnectionSettings["target"] {
  if (typeof target === "string") throw new Error("Expected a socket directory.");
  return { ...target, user: "trovella" };
}

/** The rows of an organization as they are stored, by table. */
export function storedRowsOf(
  team: TeamServer,
  organization: Organization,
): Promise<Record<string, string[]>> {
  return withClient(superuserOf(team), async (client) => {
    const found: Record<string, string[]> = {};
    for (const table of [...TENANT_TABLES, ...IDENTITY_TABLES]) {
      const { text, values } = rowsOf(organization, table, "t::text");
      const { rows } = await client.query(text, values);
      found[table] = rows.map(({ row }) => String(row));
    }
    return found;
  });
}

/** Tools name this plan in their hints to everybody, and the log of calls keeps those. */
const EXAMPLE_HANDLE = "p-k7q2x9";

/** Every word that identifies a row of the organization, read from the rows. */
export async function wordsOf(team: TeamServer, organization: Organization): Promise<Set<string>> {
  const rows = Object.values(await storedRowsOf(team, organization)).flat();
  const ids = rows.flatMap(
    (row) =>
      row.match(
        /\b([a-z]+_([0-9a-f]{32}|(ours|others)[0-9a-f]{16}\w*)|p-[2-9b-df-hj-km-np-tv-xz]{6}\b|[2-9b-df-hj-km-np-tv-xz]{10}\b)/g,
      ) ?? [],
  );
  return new Set([organization.canary, ...ids.filter((id) => id !== EXAMPLE_HANDLE)]);
}

/** The query for an organization's rows in a table; tables without organization_id are filtered by its marker. */
export function rowsOf(
  { organizationId, handle, canary }: Organization,
  table: string,
  column: string,
): { readonly text: string; readonly values: string[] } {
  const isTenants = TENANT_TABLES.some((name) => name === table);
  const condition = isTenants ? "organization_id = $1" : "t::text ~ $1";
  return {
    text: `SELECT ${column} AS row FROM public."${table}" t WHERE ${condition}`,
    values: [isTenants ? organizationId : `${handle}|${canary}`],
  };
}

async function addIdentityRows(
  team: TeamServer,
  {
    handle,
    canary,
    owner,
  }: { readonly handle: string; readonly canary: string; readonly owner: TestMember },
) {
  const { organizationId } = owner;
  const invitation = newId("invitation");
  const grant = newId("grant");
  const user = `usr_${handle}_spare`;
  const organization_id = organizationId;
  const soon = new Date(Date.now() + 3_600_000);
  const hash = (kind: string) => `${kind}_${canary}`;
  await withClient(team.target, async (client) => {
    await insert(client, "user", { id: user, name: user, email: `${user}@test.example` });
    await insert(client, "member", { id: `mem_${user}`, organization_id, user_id: user });
    await client.query(
      `UPDATE "user" SET name = $2, email = replace(email, '@', $2 || '@') WHERE id LIKE '%' || $1 || '_%'`,
      [handle, canary],
    );
    await client.query("UPDATE organization SET name = $2, slug = $2 WHERE id = $1", [
      organizationId,
      canary,
    ]);
    await insert(client, "invitation", {
      ...{ id: invitation, organization_id, email: `${canary}@guest.example` },
      ...{ inviter_id: owner.userId, expires_at: soon, token_hash: hash("invitation") },
    });
    await insert(client, "session", {
      ...{ id: newId("session"), token: hash("session"), user_id: owner.userId },
      ...{ active_organization_id: organization_id, expires_at: soon, user_agent: canary },
    });
    await insert(client, "account", {
      ...{ id: newId("account"), user_id: owner.userId, provider_id: "credential" },
      ...{ account_id: canary, password: canary },
    });
    const client_id = newId("client");
    const redirect_uri = `http://localhost/${canary}`;
    await insert(client, "oauth_client", {
      ...{ id: client_id, name: canary, redirect_uris: [redirect_uri] },
    });
    await insert(client, "oauth_grant", {
      ...{ id: grant, organization_id, user_id: owner.userId, client_id, client_name: canary },
      ...{ scopes: ["read"], resource: `${team.url}/mcp`, redirect_uri },
      ...{ code_hash: hash("code"), code_challenge: canary, code_expires_at: soon },
    });
    await insert(client, "oauth_token", {
      ...{ hash: hash("token"), grant_id: grant, kind: "access", expires_at: soon },
    });
    await insert(client, "share_key", {
      ...{ token_hash: hash("share"), organization_id, link_id: newId("shareLink") },
      ...{ expires_at: soon },
    });
  });
  await tokenOf(team.database, owner, ["read"]);
  const token = await withClient(superuserOf(team), async (client) => {
    const { rows } = await client.query(
      "UPDATE personal_access_token SET name = $1 WHERE organization_id = $2 RETURNING id",
      [canary, organizationId],
    );
    return String(rows.at(-1)?.id);
  });
  return { organization: organizationId, user, invitation, grant, token };
}

function newestEvent(team: TeamServer, planId: string): Promise<string> {
  return withClient(superuserOf(team), async (client) => {
    const { rows } = await client.query(
      "SELECT log.id FROM plan_audit_log AS log JOIN research_plan AS plan ON plan.id = log.plan_id WHERE handle = $1 ORDER BY seq DESC LIMIT 1",
      [planId],
    );
    return String(rows[0]?.id);
  });
}

/** Ids of what research() names by handles: the first of each kind in the plan. */
function longIdsOf(team: TeamServer, planHandle: string) {
  const first = (table: string) =>
    `(SELECT id FROM ${table} WHERE plan_id = plan.id ORDER BY created_at, id LIMIT 1)`;
  return withClient(superuserOf(team), async (client) => {
    const { rows } = await client.query<Record<"plan" | "step" | "artifact" | "output", string>>(
      `SELECT id AS plan, (SELECT id FROM plan_step WHERE plan_id = plan.id AND number = 1) AS step,
         ${first("research_artifact")} AS artifact, ${first("research_output")} AS output
       FROM research_plan AS plan WHERE handle = $1`,
      [planHandle],
    );
    return rows[0];
  });
}
