import type { ClientBase } from "pg";
import { encodeValue } from "../../../db/src/connection/statement.ts";
import { TENANT_TABLES } from "../../../db/src/schema/table-names.ts";
import { markTexts } from "../tenants/mark-texts.ts";
import { type TenantRow, tenantRows } from "../tenants/tenant-rows.ts";

/** Text that breaks careless escaping, encoding or trimming. */
export const NASTY_TEXT =
  "ü💥é\u0301 \"double\" 'single' \\back\\slash \\N NULL {a,b} $1 %s\r\nline\ttab \u2028\u2029\u0001\u007f\ufeff end ";

const NASTY_JSON = JSON.stringify({
  "": NASTY_TEXT,
  b: [1, 1e21, 5e-324, -0.1, 12345678901234567890n.toString(), null, true, { deep: [[]] }],
  a: "key order",
});

/** Values of types that lose precision or form easily, as text. */
const NASTY_VALUES: Readonly<Record<string, TenantRow>> = {
  research_plan: { created_at: "2026-01-01 12:00:00.123456+00" },
  plan_step: { depends_on: ["a,b", 'c"d', "e\\f", "", "NULL", "{g}", NASTY_TEXT] },
  research_artifact: { content: NASTY_JSON, confidence: 0.1, summary: "" },
  extraction_result: { data: NASTY_JSON },
  document_chunk: {
    embedding: "\\x00ff5c0a0d2227",
    signature: "10".repeat(192),
    updated_at: "0001-01-01 00:00:00.000001+00",
  },
  corpus_stat: { chunk_count: "9223372036854775807", total_length: "1.7976931348623157e+308" },
  personal_access_token: { scopes: ["read,write", 'with "quotes"'], expires_at: "-infinity" },
  skill_execution: { metadata: NASTY_JSON, completed_at: "2026-06-30 23:59:59.999999-11:30" },
};

/**
 * Gives each organization a user with sessions and memberships, and a row in every tenant table. A database of an older
 * version gets what its tables have room for.
 */
export async function fillDatabase(
  client: ClientBase,
  organizationIds: readonly string[],
): Promise<void> {
  for (const organizationId of organizationIds) {
    await client.query("BEGIN");
    await fillIdentity(client, organizationId);
    await fillAccessKey(client, organizationId);
    await client.query("SELECT set_config('app.organization_id', $1, true)", [organizationId]);
    const rows = tenantRows({
      organizationId,
      key: organizationId,
      refersTo: organizationId,
      canary: NASTY_TEXT,
      position: 1,
    });
    for (const table of TENANT_TABLES) {
      await insertKnown(client, table, { ...rows[table], ...NASTY_VALUES[table] });
    }
    // All columns of the first have a value; the others keep their nulls.
    if (organizationId === organizationIds[0]) {
      await markTexts(client, { organizationId, canary: NASTY_TEXT });
    }
    await client.query("COMMIT");
  }
  await fillServerEvent(client);
}

/** A security event that belongs to no organization. */
async function fillServerEvent(client: ClientBase): Promise<void> {
  await client.query("BEGIN");
  await client.query("SELECT set_config('app.organization_id', 'server', true)");
  const row = { organization_id: "server", id: "sec_server", kind: "token_refused" };
  await insertKnown(client, "security_event", row);
  await client.query("COMMIT");
}

async function fillIdentity(client: ClientBase, organizationId: string): Promise<void> {
  const user = { user_id: `user_${organizationId}` };
  const organization = { organization_id: organizationId };
  const email = `${organizationId}@example.org`;
  await insertKnown(client, "user", { id: user.user_id, name: NASTY_TEXT, email });
  const known = await client.query("SELECT FROM organization WHERE id = $1", [organizationId]);
  if (known.rowCount === 0) {
    const names = { name: NASTY_TEXT, slug: organizationId, metadata: NASTY_JSON };
    await insertKnown(client, "organization", { id: organizationId, ...names });
  }
  await insertKnown(client, "member", { id: `member_${organizationId}`, ...organization, ...user });
  await insertKnown(client, "invitation", {
    id: `invitation_${organizationId}`,
    ...organization,
    email,
    inviter_id: user.user_id,
    expires_at: "2026-01-01 00:00:00.000001+00",
  });
  await insertKnown(client, "session", {
    id: `session_${organizationId}`,
    token: `token_${organizationId}`,
    ...user,
    active_organization_id: organizationId,
    expires_at: "-infinity",
  });
  await fillSignIn(client, organizationId);
}

async function fillSignIn(client: ClientBase, organizationId: string): Promise<void> {
  const user = { user_id: `user_${organizationId}` };
  const moment = "2026-01-01 00:00:00.000001+00";
  await insertKnown(client, "account", {
    id: `account_${organizationId}`,
    ...user,
    provider_id: "credential",
    account_id: user.user_id,
    password: NASTY_TEXT,
  });
  await insertKnown(client, "oauth_client", {
    id: `client_${organizationId}`,
    name: NASTY_TEXT,
    redirect_uris: ["https://a.example/?b,c", 'with "quotes"'],
  });
  await insertKnown(client, "oauth_grant", {
    id: `grant_${organizationId}`,
    organization_id: organizationId,
    ...user,
    client_id: `client_${organizationId}`,
    client_name: NASTY_TEXT,
    scopes: ["read", "write"],
    resource: "https://research.example/mcp",
    redirect_uri: "https://a.example/",
    code_hash: `code_${organizationId}`,
    code_challenge: "challenge",
    code_expires_at: moment,
  });
  await insertKnown(client, "oauth_token", {
    hash: `token_${organizationId}`,
    grant_id: `grant_${organizationId}`,
    kind: "access",
    expires_at: moment,
  });
}

async function fillAccessKey(client: ClientBase, organizationId: string): Promise<void> {
  await insertKnown(client, "access_key", {
    token_hash: `hash_${organizationId}`,
    organization_id: organizationId,
    token_id: `token_${organizationId}`,
    user_id: `user_${organizationId}`,
    scopes: ["read,write", 'with "quotes"'],
    expires_at: "-infinity",
  });
  await insertKnown(client, "share_key", {
    token_hash: `share_${organizationId}`,
    organization_id: organizationId,
    link_id: `link_${organizationId}`,
    expires_at: "-infinity",
  });
}

const COLUMNS = `
  SELECT attname AS name, attnotnull AND NOT atthasdef AS "isRequired" FROM pg_attribute
  WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`;

/** Leaves out columns that an older version does not have yet, and the whole row if that version requires others. */
async function insertKnown(client: ClientBase, table: string, row: TenantRow): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; isRequired: boolean }>(COLUMNS, [
    `public."${table}"`,
  ]);
  const known = Object.entries(row).filter(([name]) => columns.some((one) => one.name === name));
  const isComplete = columns.every(({ name, isRequired }) => !isRequired || name in row);
  const isOlder = known.length < Object.keys(row).length;
  if (!isOlder || (isComplete && known.length > 0))
    await insert(client, table, Object.fromEntries(known));
}

export async function insert(client: ClientBase, table: string, row: TenantRow): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  await client.query(
    `INSERT INTO public."${table}" (${columns.join(", ")}) VALUES (${places.join(", ")})`,
    Object.values(row).map(encodeValue),
  );
}
