import { withClient } from "@trovella/db";
import { ROLES, type Role } from "@trovella/foundation";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import { addMember, addOutsider } from "@trovella/testing/identity/test-identity";
import { createTestTeam, type TestOwner } from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Identity } from "../identity.ts";

let test: TestDatabase;
let identity: Identity;
let owner: TestOwner;
beforeAll(async () => {
  const team = await createTestTeam(inject("socketDirectory"), { organizations: "anyone" });
  ({ test, owner } = team);
  identity = team.setup.identity;
});
afterAll(() => test.drop());

describe("roles", () => {
  const people: Record<string, { userId: string; email: string }> = {};
  let organizationId = "";
  beforeAll(async () => {
    organizationId = await identity.createOrganization({
      ownerId: owner.userId,
      name: "Roles",
      type: "company",
    });
    people.owner = owner;
    for (const role of ["admin", "member", "viewer"] as const)
      people[role] = await addMember(identity, {
        organizationId,
        actorId: owner.userId,
        name: `role-${role}`,
        role,
      });
  });

  it.each(ROLES.flatMap((actor) => ROLES.map((role) => [actor, role] as const)))(
    "decide whether %s may invite as %s",
    async (actor, role) => {
      const isAllowed = actor === "owner" || (actor === "admin" && role !== "owner");
      const invitation = identity.invite({
        organizationId,
        actorId: idOf(actor),
        email: "x@research.example",
        role,
      });
      if (isAllowed) expect((await invitation).link).toContain("token=troi_");
      else await expect(invitation).rejects.toMatchObject({ code: "FORBIDDEN" });
    },
  );

  it.each(
    ROLES.flatMap((actor) =>
      ROLES.flatMap((from) => ROLES.map((to) => [actor, from, to] as const)),
    ),
  )("decide whether %s may change a member from %s to %s", async (actor, from, to) => {
    const { userId } = await personWith(from);
    const isAboutOwners = from === "owner" || to === "owner";
    const isAllowed = actor === "owner" || (actor === "admin" && !isAboutOwners);
    const change = identity.changeRole({ organizationId, actorId: idOf(actor), userId, role: to });
    if (isAllowed) await change;
    else await expect(change).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await roleOf(userId)).toBe(isAllowed ? to : from);
  });

  it.each(ROLES.flatMap((actor) => ROLES.map((role) => [actor, role] as const)))(
    "decide whether %s may remove a member who is %s",
    async (actor, role) => {
      const { userId } = await personWith(role);
      const isAllowed = actor === "owner" || (actor === "admin" && role !== "owner");
      const removal = identity.removeMember({ organizationId, actorId: idOf(actor), userId });
      if (isAllowed) await removal;
      else await expect(removal).rejects.toMatchObject({ code: "FORBIDDEN" });
      expect(await roleOf(userId)).toBe(isAllowed ? null : role);
    },
  );

  it.each(ROLES)("let every member list the members and leave: %s", async (role) => {
    const { userId } = await personWith(role);
    const members = await identity.listMembers({ organizationId, actorId: userId });
    expect(members.map((member) => member.userId)).toContain(userId);
    await identity.leave({ organizationId, userId });
    await expect(identity.listMembers({ organizationId, actorId: userId })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("are no help in another organization, which is answered like one that does not exist", async () => {
    const { userId } = await addOutsider(identity, owner.userId, "xaver");
    for (const foreign of [organizationId, "org_unknown"]) {
      const act = { organizationId: foreign, actorId: userId };
      const notFound = {
        code: "NOT_FOUND",
        message: expect.stringContaining("Organization not found"),
      };
      await expect(identity.listMembers(act)).rejects.toMatchObject(notFound);
      await expect(
        identity.invite({ ...act, email: "y@research.example", role: "member" }),
      ).rejects.toMatchObject(notFound);
      await expect(
        identity.changeRole({ ...act, userId: owner.userId, role: "viewer" }),
      ).rejects.toMatchObject(notFound);
      await expect(identity.removeMember({ ...act, userId: owner.userId })).rejects.toMatchObject(
        notFound,
      );
      await expect(identity.listInvitations(act)).rejects.toMatchObject(notFound);
      await expect(
        identity.revokeInvitation({ ...act, invitationId: "inv_x" }),
      ).rejects.toMatchObject(notFound);
    }
  });

  it("never leave an organization without an owner, however many owners leave at once", async () => {
    for (let round = 0; round < 20; round += 1) {
      const ownerId = people.member?.userId ?? "";
      const id = await identity.createOrganization({ ownerId, name: "Race", type: "company" });
      const others = await Promise.all(
        [people.admin, people.viewer].map(async (person) => {
          const { link } = await identity.invite({
            organizationId: id,
            actorId: ownerId,
            email: person?.email ?? "",
            role: "owner",
          });
          const token = new URL(link).searchParams.get("token") ?? "";
          await identity.acceptInvitation({ token, as: { userId: person?.userId ?? "" } });
          return person?.userId ?? "";
        }),
      );
      const outcomes = await Promise.allSettled([
        ...[ownerId, ...others].map((userId) => identity.leave({ organizationId: id, userId })),
        ...others.map((userId) =>
          identity.changeRole({ organizationId: id, actorId: ownerId, userId, role: "viewer" }),
        ),
      ]);
      expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
      const { rows } = await withClient(test.target, (client) =>
        client.query(
          "SELECT count(*) FILTER (WHERE role = 'owner')::int AS owners FROM member WHERE organization_id = $1",
          [id],
        ),
      );
      expect(rows[0].owners).toBeGreaterThanOrEqual(1);
    }
  });

  it("list the organizations of a user with the role in each", async () => {
    const { userId } = await addOutsider(identity, owner.userId, "yann");
    expect(await identity.listOrganizations(userId)).toEqual([
      {
        organizationId: expect.any(String),
        organizationName: "Waiting",
        type: "personal",
        role: "owner",
        isAmbiguous: false,
      },
    ]);
  });

  function idOf(role: Role): string {
    return people[role]?.userId ?? "";
  }

  let count = 0;
  async function personWith(role: Role) {
    count += 1;
    return addPerson(`p${count}`, role, organizationId);
  }

  async function roleOf(userId: string): Promise<Role | null> {
    const members = await identity.listMembers({ organizationId, actorId: owner.userId });
    return members.find((member) => member.userId === userId)?.role ?? null;
  }
});

/** Straight into the table: hashing a password for each would take most of the time. */
async function addPerson(name: string, role: Role, organizationId: string) {
  const [userId, email] = [`usr_${name}`, `${name}@research.example`];
  await withClient(test.target, async (client) => {
    await client.query('INSERT INTO "user" (id, name, email) VALUES ($1, $2, $3)', [
      userId,
      name,
      email,
    ]);
    await client.query(
      "INSERT INTO member (id, organization_id, user_id, role) VALUES ($1, $2, $3, $4)",
      [`mem_${name}`, organizationId, userId, role],
    );
  });
  return { userId, email };
}
