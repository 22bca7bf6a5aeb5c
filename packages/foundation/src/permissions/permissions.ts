import { type Action, abilityOf, type Role, SCOPES, type Scope, type Subject } from "./ability.ts";

/** What tools, procedures and pages ask for. */
export const PERMISSIONS = ["read", "write", "review", "token", "account", "admin"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Who has a permission may do all of this. */
const MEANINGS: Readonly<Record<Permission, readonly (readonly [Action, Subject])[]>> = {
  read: [
    ["read", "ResearchPlan"],
    ["read", "SkillExecution"],
    ["read", "AuditLog"],
    ["read", "CallLog"],
    ["read", "Organization"],
    ["read", "Member"],
  ],
  write: [
    ["create", "ResearchPlan"],
    ["update", "ResearchPlan"],
  ],
  review: [["create", "ReviewDecision"]],
  token: [
    ["create", "OwnToken"],
    ["read", "OwnToken"],
    ["delete", "OwnToken"],
  ],
  account: [
    ["read", "OwnAccount"],
    ["update", "OwnAccount"],
  ],
  admin: [
    ["update", "Organization"],
    ["create", "Member"],
    ["update", "Member"],
    ["delete", "Member"],
    ["create", "Invitation"],
    ["read", "Invitation"],
    ["delete", "Invitation"],
    ["read", "Token"],
    ["delete", "Token"],
  ],
};

/** Asked with every call, and there are no more answers than roles times sets of scopes. */
const known = new Map<string, ReadonlySet<Permission>>();

/** The permissions of somebody with this role who came with a credential of these scopes. */
export function permissionsOf(role: Role, scopes: readonly Scope[]): ReadonlySet<Permission> {
  const key = [role, ...SCOPES.filter((scope) => scopes.includes(scope))].join();
  const permissions = known.get(key) ?? workOut(role, scopes);
  known.set(key, permissions);
  return permissions;
}

function workOut(role: Role, scopes: readonly Scope[]): ReadonlySet<Permission> {
  const ability = abilityOf(role, scopes);
  return new Set(
    PERMISSIONS.filter((permission) =>
      MEANINGS[permission].every(([action, subject]) => ability.can(action, subject)),
    ),
  );
}

/** The scopes that give this role the permission; none when the role itself stands in the way. */
export function scopesThatHelp(role: Role, permission: Permission): readonly Scope[] {
  return SCOPES.filter((scope) => permissionsOf(role, [scope]).has(permission));
}
