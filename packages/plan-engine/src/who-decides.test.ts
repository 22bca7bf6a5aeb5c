import { describe, expect, it } from "vitest";
import {
  askedPerson,
  type DecisionRule,
  isAsked,
  mayAssign,
  mayBeAsked,
  mayDecide,
  type PlanPeople,
  type WhoDecides,
} from "./who-decides.ts";

const REVIEWERS = [
  { userId: "ada", isAdmin: false },
  { userId: "grace", isAdmin: false },
  { userId: "charles", isAdmin: false },
  { userId: "boss", isAdmin: true },
];
const rule = (whoDecides: WhoDecides): DecisionRule => ({ whoDecides, reviewers: REVIEWERS });
const EVERYBODY = ["ada", "grace", "charles", "boss"];
const OWNED: PlanPeople = { ownerId: "ada", assigneeId: null };
const ASSIGNED: PlanPeople = { ownerId: "ada", assigneeId: "grace" };

describe("who is asked", () => {
  it("R38 is the owner, or the person the plan is assigned to", () => {
    expect(askedPerson(rule("anyone"), OWNED)).toBe("ada");
    expect(askedPerson(rule("anyone"), ASSIGNED)).toBe("grace");
    expect(EVERYBODY.filter((userId) => isAsked(rule("anyone"), ASSIGNED, userId))).toEqual([
      "grace",
    ]);
  });

  it("R38 is the owner when the assignee cannot decide any more", () => {
    expect(askedPerson(rule("anyone"), { ownerId: "ada", assigneeId: "left" })).toBe("ada");
    expect(askedPerson(rule("owner_and_admins"), ASSIGNED)).toBe("ada");
    expect(askedPerson(rule("owner_and_admins"), { ...OWNED, assigneeId: "boss" })).toBe("boss");
  });

  it.each(["left", null])("R38 is every admin when the owner is %s as well", (ownerId) => {
    const people = { ownerId, assigneeId: "left" };
    expect(askedPerson(rule("assignee"), people)).toBeNull();
    expect(EVERYBODY.filter((userId) => isAsked(rule("assignee"), people, userId))).toEqual([
      "boss",
    ]);
  });

  it("R38 is never somebody who could not decide", () => {
    for (const whoDecides of ["anyone", "owner_and_admins", "assignee"] as const) {
      for (const ownerId of [...EVERYBODY, "left", null]) {
        for (const assigneeId of [...EVERYBODY, "left", null]) {
          const people = { ownerId, assigneeId };
          const asked = askedPerson(rule(whoDecides), people);
          if (asked !== null) expect(mayDecide(rule(whoDecides), people, asked)).toBe(true);
        }
      }
    }
  });
});

describe("who may decide", () => {
  const deciders = (whoDecides: WhoDecides, people: PlanPeople) =>
    EVERYBODY.filter((userId) => mayDecide(rule(whoDecides), people, userId));

  it("R39 is by default anyone whose role allows it", () => {
    expect(deciders("anyone", ASSIGNED)).toEqual(EVERYBODY);
    expect(mayDecide({ whoDecides: "anyone", reviewers: [] }, ASSIGNED, "somebody")).toBe(true);
  });

  it("R39 is under owner_and_admins the plan's owner and the admins", () => {
    expect(deciders("owner_and_admins", ASSIGNED)).toEqual(["ada", "boss"]);
    expect(deciders("owner_and_admins", { ownerId: null, assigneeId: "grace" })).toEqual(["boss"]);
  });

  it("R39 is under assignee the person asked and, as a way out, the admins", () => {
    expect(deciders("assignee", ASSIGNED)).toEqual(["grace", "boss"]);
    expect(deciders("assignee", OWNED)).toEqual(["ada", "boss"]);
    expect(deciders("assignee", { ownerId: "left", assigneeId: "left" })).toEqual(["boss"]);
  });
});

describe("who may assign", () => {
  it("R38 is anyone, but where only the assignee decides only who may decide", () => {
    const assigners = (whoDecides: WhoDecides) =>
      EVERYBODY.filter((userId) => mayAssign(rule(whoDecides), ASSIGNED, userId));
    expect(assigners("anyone")).toEqual(EVERYBODY);
    expect(assigners("owner_and_admins")).toEqual(EVERYBODY);
    expect(assigners("assignee")).toEqual(["grace", "boss"]);
  });

  it("R38 nobody is assigned who could not decide", () => {
    expect(mayBeAsked(rule("anyone"), OWNED, "left")).toBe(false);
    expect(mayBeAsked(rule("assignee"), OWNED, "grace")).toBe(true);
    expect(mayBeAsked(rule("owner_and_admins"), OWNED, "grace")).toBe(false);
    expect(mayBeAsked(rule("owner_and_admins"), OWNED, "boss")).toBe(true);
  });
});
