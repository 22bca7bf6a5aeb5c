import { ROLES, type Role } from "@trovella/foundation";
import { describe, expect, it } from "vitest";
import {
  decideInvitation,
  expiryOf,
  isOpen,
  requireInvitee,
  requireOpen,
} from "./invitation-rules.ts";

const NOW = new Date("2026-11-16T08:00:00Z");
const LATER = new Date(NOW.getTime() + 1);

describe("an invitation", () => {
  it("is open for seven days, and not a moment longer", () => {
    const invitation = { expiresAt: expiryOf(NOW) };
    const end = NOW.getTime() + 7 * 24 * 60 * 60 * 1000;
    expect(isOpen(invitation, new Date(end - 1))).toBe(true);
    expect(isOpen(invitation, new Date(end))).toBe(false);
  });

  it("is accepted while it is open", () => {
    const invitation = { expiresAt: LATER };
    expect(requireOpen(invitation, NOW)).toBe(invitation);
    expect(() => requireOpen(invitation, LATER)).toThrow("has expired");
    expect(() => requireOpen(null, NOW)).toThrow("has been used");
  });

  it("is for its own e-mail address alone", () => {
    const invitation = { email: "ada@research.example" };
    expect(() => requireInvitee(invitation, "ada@research.example")).not.toThrow();
    for (const email of ["eve@research.example", null]) {
      expect(() => requireInvitee(invitation, email)).toThrow("another e-mail address");
    }
  });
});

describe("inviting", () => {
  it.each(ROLES.flatMap((actor) => ROLES.map((role) => [actor, role] as const)))(
    "by %s as %s is for managers, and as owner for owners",
    (actor, role) => {
      const isAllowed = actor === "owner" || (actor === "admin" && role !== "owner");
      const decide = () => decideInvitation({ actorRole: actor, pending: [] }, wish(role));
      if (isAllowed) expect(decide()).toEqual([]);
      else expect(decide).toThrow("Only");
    },
  );

  it("revokes earlier invitations of the same address, and expired ones", () => {
    const pending = [
      { id: "same", email: "ada@research.example", expiresAt: LATER },
      { id: "other", email: "eve@research.example", expiresAt: LATER },
      { id: "expired", email: "kim@research.example", expiresAt: NOW },
    ];
    const revoked = decideInvitation({ actorRole: "admin", pending }, wish("member"));
    expect(revoked).toEqual(["same", "expired"]);
  });

  it("stops at two hundred open ones, not counting those it revokes", () => {
    const pending = Array.from({ length: 200 }, (_, index) => ({
      id: `inv_${index}`,
      email: `${index}@research.example`,
      expiresAt: LATER,
    }));
    const decide = (email: string) =>
      decideInvitation({ actorRole: "owner", pending }, { ...wish("member"), email });
    expect(() => decide("ada@research.example")).toThrow("200 open invitations");
    expect(decide("7@research.example")).toEqual(["inv_7"]);
  });
});

function wish(role: Role) {
  return { email: "ada@research.example", role, now: NOW };
}
