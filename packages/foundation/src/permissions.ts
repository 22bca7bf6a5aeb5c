export const ROLES = ["owner", "admin", "member", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** Limits what a token or an OAuth grant may be used for, within what the role allows. */
export const SCOPES = ["read", "write", "review", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes of a client that requests none. Reviews and administration must be requested explicitly. */
export const DEFAULT_SCOPES: readonly Scope[] = ["read", "write"];

export const ACTIONS = ["create", "read", "update", "delete"] as const;
export type Action = (typeof ACTIONS)[number];

/**
 * ResearchPlan includes its artifacts, outputs and feedback. Token is any member's token, OwnToken the caller's.
 * OwnAccount is the caller's memberships and authorized OAuth clients.
 */
export const SUBJECTS = [
  "Organization",
  "Member",
  "Invitation",
  "ResearchPlan",
  "ReviewDecision",
  "SkillExecution",
  "AuditLog",
  "ToolCallLog",
  "Token",
  "OwnToken",
  "OwnAccount",
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Tools, tRPC procedures and pages require one of these. */
export const PERMISSIONS = ["read", "write", "review", "token", "account", "admin"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Whether a role with a credential of these scopes may do it. Everything that GRANTS does not list is refused. */
export function isAllowed(
  role: Role,
  scopes: readonly Scope[],
  action: Action,
  subject: Subject,
): boolean {
  const isGranted = Object.hasOwn(GRANTS[role], subject) && GRANTS[role][subject]?.includes(action);
  return isGranted === true && scopes.includes(scopeFor(subject, action));
}

/** The permissions of a role with a credential of these scopes; a browser session has all scopes. */
export function permissionsOf(role: Role, scopes: readonly Scope[]): ReadonlySet<Permission> {
  const key = [role, ...SCOPES.filter((scope) => scopes.includes(scope))].join();
  const permissions = cache.get(key) ?? derivePermissions(role, scopes);
  cache.set(key, permissions);
  return permissions;
}

/** The scopes that give this role the permission; none when the role itself does not allow it. */
export function scopesThatHelp(role: Role, permission: Permission): readonly Scope[] {
  return SCOPES.filter((scope) => permissionsOf(role, [scope]).has(permission));
}

/** Looked up with every call; it has at most one entry per role and set of scopes. */
const cache = new Map<string, ReadonlySet<Permission>>();

function derivePermissions(role: Role, scopes: readonly Scope[]): ReadonlySet<Permission> {
  return new Set(
    PERMISSIONS.filter((permission) =>
      MEANINGS[permission].every(([action, subject]) => isAllowed(role, scopes, action, subject)),
    ),
  );
}

/** A permission is held by those who may do all of this. */
const MEANINGS: Readonly<Record<Permission, readonly (readonly [Action, Subject])[]>> = {
  read: [
    ["read", "ResearchPlan"],
    ["read", "SkillExecution"],
    ["read", "AuditLog"],
    ["read", "ToolCallLog"],
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

const ALL = ACTIONS;
const READ = ["read"] as const;
const WORK = ["create", "read", "update"] as const;
const KEEP = ["create", "read", "delete"] as const;
const ALTER = ["read", "update"] as const;

type Grants = Readonly<Partial<Record<Subject, readonly Action[]>>>;

/** Written by the server, never by a user. */
const RECORDS: Grants = { SkillExecution: READ, AuditLog: READ, ToolCallLog: READ };

const GRANTS: Readonly<Record<Role, Grants>> = {
  owner: {
    ...RECORDS,
    Organization: ALL,
    Member: ALL,
    Invitation: ALL,
    ResearchPlan: ALL,
    ReviewDecision: ["create"],
    Token: ["read", "delete"],
    OwnToken: KEEP,
    OwnAccount: ALTER,
  },
  admin: {
    ...RECORDS,
    Organization: ["read", "update"],
    Member: ALL,
    Invitation: ALL,
    ResearchPlan: WORK,
    ReviewDecision: ["create"],
    Token: ["read", "delete"],
    OwnToken: KEEP,
    OwnAccount: ALTER,
  },
  member: {
    ...RECORDS,
    Organization: READ,
    Member: READ,
    ResearchPlan: WORK,
    ReviewDecision: ["create"],
    OwnToken: KEEP,
    OwnAccount: ALTER,
  },
  viewer: {
    ...RECORDS,
    Organization: READ,
    Member: READ,
    ResearchPlan: READ,
    OwnToken: KEEP,
    OwnAccount: ALTER,
  },
};

const ADMIN_ONLY: readonly Subject[] = ["Token", "OwnToken", "OwnAccount", "Invitation"];

/** The one scope that a credential needs. A token that could create tokens would outlive its own expiry. */
function scopeFor(subject: Subject, action: Action): Scope {
  if (ADMIN_ONLY.includes(subject)) return "admin";
  if (action === "read") return "read";
  if (subject === "ReviewDecision") return "review";
  return subject === "ResearchPlan" ? "write" : "admin";
}
