import { ROLES, type Role } from "@trovella/foundation";
import { describe, expect, it } from "vitest";
import {
  checkMembershipCount,
  checkRemoval,
  checkRoleChange,
  type MemberFacts,
  requireManager,
  requireMember,
} from "./role-rules.ts";

const PAIRS = ROLES.flatMap((actor) => ROLES.map((member) => [actor, member] as const));

describe("a change of a role", () => {
  it.each(PAIRS.flatMap(([actor, from]) => ROLES.map((to) => [actor, from, to] as const)))(
    "by %s of a member who is %s to %s is for owners, and for admins unless it is about owners",
    (actor, from, to) => {
      const isAboutOwners = from === "owner" || to === "owner";
      const isAllowed = actor === "owner" || (actor === "admin" && !isAboutOwners);
      const code = codeOf(() => checkRoleChange(facts(actor, from), to));
      expect(code).toBe(isAllowed ? null : "FORBIDDEN");
    },
  );

  it("leaves the last owner an owner", () => {
    const last = { ...facts("owner", "owner"), ownerCount: 1 };
    expect(() => checkRoleChange(last, "admin")).toThrow("needs at least one owner");
    expect(codeOf(() => checkRoleChange(last, "owner"))).toBeNull();
  });
});

describe("a removal", () => {
  it.each(PAIRS)("by %s of another member who is %s is for managers", (actor, member) => {
    const isAllowed = actor === "owner" || (actor === "admin" && member !== "owner");
    const code = codeOf(() => checkRemoval(facts(actor, member), { isSelf: false }));
    expect(code).toBe(isAllowed ? null : "FORBIDDEN");
  });

  it.each(ROLES)("of oneself is possible for %s", (role) => {
    expect(codeOf(() => checkRemoval(facts(role, role), { isSelf: true }))).toBeNull();
  });

  it("is refused for the last owner", () => {
    const last = { ...facts("owner", "owner"), ownerCount: 1 };
    for (const isSelf of [true, false]) {
      expect(() => checkRemoval(last, { isSelf })).toThrow("needs at least one owner");
    }
  });
});

describe("a user who is not a member", () => {
  it.each([
    () => requireMember(null),
    () => requireManager(null),
    () => checkRoleChange(facts(null, "viewer"), "member"),
    () => checkRemoval(facts(null, null), { isSelf: true }),
  ])("finds no organization (%#)", (check) => {
    expect(check).toThrow("Organization not found.");
  });

  it("cannot be changed or removed", () => {
    expect(() => checkRoleChange(facts("owner", null), "member")).toThrow("Member not found.");
    expect(() => checkRemoval(facts("owner", null), { isSelf: false })).toThrow("Member not found");
  });
});

it.each(ROLES)("only owners and admins manage: %s", (role) => {
  const isManager = role === "owner" || role === "admin";
  expect(codeOf(() => requireManager(role))).toBe(isManager ? null : "FORBIDDEN");
});

it("a user belongs to a hundred organizations at most", () => {
  expect(codeOf(() => checkMembershipCount(99))).toBeNull();
  expect(codeOf(() => checkMembershipCount(100))).toBe("LIMIT_EXCEEDED");
});

function facts(actorRole: Role | null, memberRole: Role | null): MemberFacts {
  return { actorRole, memberRole, ownerCount: 2 };
}

function codeOf(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}
