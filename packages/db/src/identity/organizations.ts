import type { Role } from "@trovella/foundation";
import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { newId } from "../connection/new-id.ts";
import type { ORGANIZATION_TYPES } from "../schema/value-lists.ts";
import type { IdentityTransaction } from "./identity-transaction.ts";
import { insertMember } from "./members.ts";

export type OrganizationType = (typeof ORGANIZATION_TYPES)[number];

export interface Membership {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly type: OrganizationType;
  readonly role: Role;
  /** Names are not unique, and one organization can imitate another: whether another of the user looks the same. */
  readonly isAmbiguous: boolean;
}

export interface NewOrganization {
  readonly ownerId: string;
  readonly name: string;
  readonly type: OrganizationType;
}

const MAX_LISTED = 1_000;

const ORGANIZATIONS_PER_PAGE = 500;

/** The ids of all organizations, in order, read in pages: for work that visits each of them. */
export async function* eachOrganization(database: Database): AsyncGenerator<string, void, void> {
  let page: string[] = [];
  do {
    const after = page.at(-1) ?? "";
    page = await listOrganizations(database, { after, limit: ORGANIZATIONS_PER_PAGE });
    yield* page;
  } while (page.length === ORGANIZATIONS_PER_PAGE);
}

function listOrganizations(
  database: Database,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query(
      "SELECT id FROM public.organization WHERE id > $1 ORDER BY id LIMIT $2",
      [after, limit],
    );
    return rows.map(({ id }) => id);
  });
}

/** The id of the organization with this id or short name, or null. */
export function findOrganizationId(database: Database, idOrSlug: string): Promise<string | null> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query(
      "SELECT id FROM public.organization WHERE $1 IN (id, slug) ORDER BY id = $1 DESC LIMIT 1",
      [idOrSlug],
    );
    return rows[0]?.id ?? null;
  });
}

/** Null for an organization that is gone. */
export function readOrganizationName(
  database: Database,
  organizationId: string,
): Promise<string | null> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query("SELECT name FROM public.organization WHERE id = $1", [
      organizationId,
    ]);
    return rows[0]?.name ?? null;
  });
}

/** The organizations of a user. */
export function listMemberships(database: Database, userId: string): Promise<Membership[]> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query<Omit<Membership, "isAmbiguous">>(
      `SELECT organization.id AS "organizationId", organization.name AS "organizationName", type, role
       FROM public.member JOIN public.organization ON organization.id = organization_id
       WHERE user_id = $1 ORDER BY organization.name, organization.id LIMIT $2`,
      [userId, MAX_LISTED],
    );
    const names = rows.map(({ organizationName }) => foldedName(organizationName));
    return rows.map((row, index) => {
      const name = names[index];
      return { ...row, isAmbiguous: names.filter((other) => other === name).length > 1 };
    });
  });
}

/** Without what cannot be seen, in one spelling. */
function foldedName(name: string): string {
  const visible = name.replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, "");
  return visible.normalize("NFKC").toLowerCase();
}

/** Ids of the user's organizations. */
export async function readMemberships(
  transaction: IdentityTransaction,
  userId: string,
): Promise<string[]> {
  const { rows } = await transaction.query(
    "SELECT organization_id AS id FROM public.member WHERE user_id = $1 ORDER BY 1 LIMIT $2",
    [userId, MAX_LISTED],
  );
  return rows.map(({ id }) => id);
}

/** Whether the user owns any organization. */
export async function isOwnerAnywhere(
  transaction: IdentityTransaction,
  userId: string,
): Promise<boolean> {
  const { rows } = await transaction.query(
    "SELECT EXISTS (SELECT FROM public.member WHERE user_id = $1 AND role = 'owner') AS found",
    [userId],
  );
  return rows[0].found;
}

export async function countMemberships(
  transaction: IdentityTransaction,
  userId: string,
): Promise<number> {
  const { rows } = await transaction.query(
    "SELECT count(*)::int AS total FROM public.member WHERE user_id = $1",
    [userId],
  );
  return rows[0].total;
}

/** Returns its id. */
export async function insertOrganization(
  transaction: IdentityTransaction,
  { ownerId, name, type }: NewOrganization,
): Promise<string> {
  const id = newId("organization");
  await transaction.query(
    "INSERT INTO public.organization (id, name, slug, type) VALUES ($1, $2, $1, $3)",
    [id, name, type],
  );
  await insertMember(transaction, { organizationId: id, userId: ownerId, role: "owner" });
  return id;
}

export async function saveOrganizationName(
  transaction: IdentityTransaction,
  { organizationId, name }: { readonly organizationId: string; readonly name: string },
): Promise<void> {
  await transaction.query(
    "UPDATE public.organization SET name = $2, updated_at = now() WHERE id = $1",
    [organizationId, name],
  );
}
