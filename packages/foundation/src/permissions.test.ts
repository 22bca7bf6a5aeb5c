import { describe, expect, it } from "vitest";
import {
  ACTIONS,
  type Action,
  isAllowed,
  permissionsOf,
  ROLES,
  type Role,
  SCOPES,
  type Scope,
  SUBJECTS,
  type Subject,
  scopesThatHelp,
} from "./permissions.ts";

/** For each subject and scope the actions of owner, admin, member and viewer; what has no line is allowed to no role. */
const EXPECTED: Readonly<
  Partial<Record<Subject, Partial<Record<Scope, readonly [string, string, string, string]>>>>
> = {
  Organization: { read: ["r", "r", "r", "r"], admin: ["cud", "u", "", ""] },
  Member: { read: ["r", "r", "r", "r"], admin: ["cud", "cud", "", ""] },
  Invitation: { admin: ["crud", "crud", "", ""] },
  ResearchPlan: { read: ["r", "r", "r", "r"], write: ["cud", "cu", "cu", ""] },
  ReviewDecision: { review: ["c", "c", "c", ""] },
  SkillExecution: { read: ["r", "r", "r", "r"] },
  AuditLog: { read: ["r", "r", "r", "r"] },
  ToolCallLog: { read: ["r", "r", "r", "r"] },
  Token: { admin: ["rd", "rd", "", ""] },
  OwnToken: { admin: ["crd", "crd", "crd", "crd"] },
  OwnAccount: { admin: ["ru", "ru", "ru", "ru"] },
};

const SCOPE_SETS = Array.from({ length: 2 ** SCOPES.length }, (_, bits) =>
  SCOPES.filter((_, index) => bits & (1 << index)),
);
const CASES = ROLES.flatMap((role) => SCOPE_SETS.map((scopes) => ({ role, scopes })));

describe("what is allowed", () => {
  it.each(CASES)("to the role $role with the scopes $scopes is what the table says", (given) => {
    expect(allowed(given.role, given.scopes)).toEqual(
      pairs().filter(([action, subject]) =>
        given.scopes.some((scope) => isExpected(given.role, scope, action, subject)),
      ),
    );
  });

  it.each(CASES)("to the role $role is never widened by the scopes $scopes", ({ role, scopes }) => {
    for (const [action, subject] of allowed(role, scopes)) {
      expect(isAllowed(role, SCOPES, action, subject)).toBe(true);
    }
  });

  it("is nothing for unknown subjects, actions and scopes", () => {
    for (const subject of ["all", "User", "__proto__", "constructor", ""]) {
      expect(isAllowed("owner", SCOPES, "read", subject as Subject)).toBe(false);
    }
    for (const action of ["manage", "crud", "__proto__", ""]) {
      expect(isAllowed("owner", SCOPES, action as Action, "Organization")).toBe(false);
    }
    expect(allowed("owner", ["everything" as Scope])).toEqual([]);
    expect([...permissionsOf("owner", ["everything" as Scope])]).toEqual([]);
  });
});

describe("permissions", () => {
  it.each([
    ["owner", SCOPES, ["read", "write", "review", "token", "account", "admin"]],
    ["admin", SCOPES, ["read", "write", "review", "token", "account", "admin"]],
    ["member", SCOPES, ["read", "write", "review", "token", "account"]],
    ["viewer", SCOPES, ["read", "token", "account"]],
    ["owner", ["read"], ["read"]],
    ["owner", ["write"], ["write"]],
    ["member", ["read", "review"], ["read", "review"]],
    ["member", ["admin"], ["token", "account"]],
    ["viewer", ["write", "review"], []],
    ["owner", [], []],
  ] as const)("of the role %s with the scopes %j are %j", (role, scopes, permissions) => {
    expect([...permissionsOf(role, scopes)]).toEqual(permissions);
  });

  it("name the scopes that would help, and none where the role itself is too low", () => {
    expect(scopesThatHelp("member", "write")).toEqual(["write"]);
    expect(scopesThatHelp("viewer", "token")).toEqual(["admin"]);
    expect(scopesThatHelp("viewer", "write")).toEqual([]);
    expect(scopesThatHelp("member", "admin")).toEqual([]);
  });
});

function allowed(role: Role, scopes: readonly Scope[]): [Action, Subject][] {
  return pairs().filter(([action, subject]) => isAllowed(role, scopes, action, subject));
}

function pairs(): [Action, Subject][] {
  return SUBJECTS.flatMap((subject) =>
    ACTIONS.map((action): [Action, Subject] => [action, subject]),
  );
}

function isExpected(role: Role, scope: Scope, action: Action, subject: Subject): boolean {
  const letters = EXPECTED[subject]?.[scope]?.[ROLES.indexOf(role)] ?? "";
  return letters.includes(action.charAt(0));
}
