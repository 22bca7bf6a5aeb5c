import { createMongoAbility, type MongoAbility } from "@casl/ability";

export const ROLES = ["owner", "admin", "member", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** What a token or the grant of an OAuth client may be used for, within what the role allows. */
export const SCOPES = ["read", "write", "review", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * What clients are told to ask for and get when they ask for nothing. Deciding reviews and administering stay with people
 * until a client needs it and asks again.
 */
export const DEFAULT_SCOPES: readonly Scope[] = ["read", "write"];

export const ACTIONS = ["create", "read", "update", "delete"] as const;
export type Action = (typeof ACTIONS)[number];

/**
 * A research plan stands for its artifacts, outputs and feedback too. A token is anybody's, an own token the caller's; an
 * account is what belongs to the caller alone: which organizations they are in, and the programs that they let in.
 */
export const SUBJECTS = [
  "Organization",
  "Member",
  "Invitation",
  "ResearchPlan",
  "ReviewDecision",
  "SkillExecution",
  "AuditLog",
  "CallLog",
  "Token",
  "OwnToken",
  "OwnAccount",
] as const;
export type Subject = (typeof SUBJECTS)[number];

export type Ability = MongoAbility<[Action, Subject]>;

/**
 * What somebody with this role may do with a credential of these scopes; a person who signed in has all of them. What
 * neither table names is refused.
 */
export function abilityOf(role: Role, scopes: readonly Scope[]): Ability {
  const rules = SUBJECTS.map((subject) => ({
    subject,
    action: ACTIONS.filter(
      (action) => isGranted(role, subject, action) && scopes.includes(scopeFor(subject, action)),
    ),
  }));
  return createMongoAbility<Ability>(rules.filter(({ action }) => action.length > 0));
}

const ALL = ACTIONS;
const READ = ["read"] as const;
const WORK = ["create", "read", "update"] as const;
const KEEP = ["create", "read", "delete"] as const;
const ALTER = ["read", "update"] as const;

type Grants = Readonly<Partial<Record<Subject, readonly Action[]>>>;

/** Written by the work itself, never by hand. */
const RECORDS: Grants = { SkillExecution: READ, AuditLog: READ, CallLog: READ };

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

function isGranted(role: Role, subject: Subject, action: Action): boolean {
  return GRANTS[role][subject]?.includes(action) ?? false;
}

const NEVER_PLAINLY_READ: readonly Subject[] = ["Token", "OwnToken", "OwnAccount", "Invitation"];

/** The one scope that a credential needs for it. A token that could read or make tokens would outlive itself. */
function scopeFor(subject: Subject, action: Action): Scope {
  if (NEVER_PLAINLY_READ.includes(subject)) return "admin";
  if (action === "read") return "read";
  if (subject === "ReviewDecision") return "review";
  return subject === "ResearchPlan" ? "write" : "admin";
}
