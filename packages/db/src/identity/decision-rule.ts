import { permissionsOf, type Role, SCOPES } from "@trovella/foundation";
import type { DecisionRule, Reviewer, WhoDecides } from "@trovella/plan-engine";
import type { Database } from "../connection/database.ts";
import { repeatIdentityWork } from "../connection/identity-client.ts";
import type { IdentityTransaction } from "./identity-transaction.ts";

export type { WhoDecides };

export interface NamedReviewer extends Reviewer {
  readonly name: string;
}

/** Who may decide the reviews of an organization, with the names of all who might. */
export interface NamedRule extends DecisionRule {
  readonly reviewers: readonly NamedReviewer[];
  /** Counts those too who may not decide reviews. */
  readonly memberCount: number;
}

const MAX_MEMBERS = 1_000;

interface Row {
  readonly whoDecides: WhoDecides;
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
}

/** Reads outside any tenant. Disabled users count as gone. */
export function readDecisionRule(database: Database, organizationId: string): Promise<NamedRule> {
  return repeatIdentityWork(database, async (client) => {
    const { rows } = await client.query<Row>(
      `SELECT who_decides AS "whoDecides", person.id AS "userId", person.name, role
       FROM public.organization JOIN public.member ON organization_id = organization.id
       JOIN public."user" person ON person.id = user_id AND disabled_at IS NULL
       WHERE organization.id = $1 ORDER BY member.created_at, member.id LIMIT $2`,
      [organizationId, MAX_MEMBERS],
    );
    return {
      whoDecides: rows[0]?.whoDecides ?? "anyone",
      memberCount: rows.length,
      reviewers: rows
        .filter(({ role }) => permissionsOf(role, SCOPES).has("review"))
        .map(({ userId, name, role }) => ({
          userId,
          name,
          isAdmin: permissionsOf(role, SCOPES).has("admin"),
        })),
    };
  });
}

export async function readWhoDecides(
  transaction: IdentityTransaction,
  organizationId: string,
): Promise<WhoDecides> {
  const { rows } = await transaction.query(
    "SELECT who_decides FROM public.organization WHERE id = $1",
    [organizationId],
  );
  return rows[0].who_decides;
}

export async function saveWhoDecides(
  transaction: IdentityTransaction,
  { organizationId, whoDecides }: { readonly organizationId: string; readonly whoDecides: string },
): Promise<void> {
  await transaction.query(
    "UPDATE public.organization SET who_decides = $2, updated_at = now() WHERE id = $1",
    [organizationId, whoDecides],
  );
}
