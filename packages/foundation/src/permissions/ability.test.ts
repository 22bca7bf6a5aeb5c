import { describe, expect, it } from "vitest";
import {
  ACTIONS,
  type Action,
  abilityOf,
  ROLES,
  type Role,
  SCOPES,
  type Scope,
  SUBJECTS,
  type Subject,
} from "./ability.ts";
import { permissionsOf, scopesThatHelp } from "./permissions.ts";

/** For each subject and scope the actions of owner, admin, member and viewer; what has no line is nobody's. */
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
  CallLog: { read: ["r", "r", "r", "r"] },
  Token: { admin: ["rd", "rd", "", ""] },
  OwnToken: { admin: ["crd", "crd", "crd", "crd"] },
  OwnAccount: { admin: ["ru", "ru", "ru", "ru"] },
};

const SCOPE_SETS = Array.from({ length: 2 ** SCOPES.length }, (_, bits) =>
  SCOPES.filter((_, index) => bits & (1 << index)),
);
const CASES = ROLES.flatMap((role) => SCOPE_SETS.map((scopes) => ({ role, scopes })));

describe("an ability", () => {
  it.each(CASES)("of the role $role with the scopes $scopes is what the table says", (given) => {
    const ability = abilityOf(given.role, given.scopes);
    const allowed = pairs().filter(([action, subject]) => ability.can(action, subject));
    expect(allowed).toEqual(
      pairs().filter(([action, subject]) =>
        given.scopes.some((scope) => isExpected(given.role, scope, action, subject)),
      ),
    );
  });

  it.each(CASES)("of the role $role is never widened by the scopes $scopes", ({ role, scopes }) => {
    const [narrowed, whole] = [abilityOf(role, scopes), abilityOf(role, SCOPES)];
    for (const [action, subject] of pairs()) {
      if (narrowed.can(action, subject)) expect(whole.can(action, subject)).toBe(true);
    }
  });

  it("is none for what nobody has heard of", () => {
    const ability = abilityOf("owner", SCOPES);
    for (const subject of ["all", "User", "__proto__", "constructor", ""]) {
      expect(ability.can("read", subject as Subject)).toBe(false);
    }
    for (const action of ["manage", "crud", "__proto__", ""]) {
      expect(ability.can(action as Action, "Organization")).toBe(false);
    }
    expect(abilityOf("owner", ["everything" as Scope]).rules).toEqual([]);
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

function pairs(): [Action, Subject][] {
  return SUBJECTS.flatMap((subject) =>
    ACTIONS.map((action): [Action, Subject] => [action, subject]),
  );
}

function isExpected(role: Role, scope: Scope, action: Action, subject: Subject): boolean {
  const letters = EXPECTED[subject]?.[scope]?.[ROLES.indexOf(role)] ?? "";
  return letters.includes(action.charAt(0));
}
