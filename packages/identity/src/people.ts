import {
  changeMemberRole,
  createFirstOwner,
  createInvitation,
  createOrganization,
  hasPeople,
  type Invitation,
  joinAsNewPerson,
  joinByInvitation,
  type ListedGrant,
  type ListedMember,
  type ListedPerson,
  listGrants,
  listInvitations,
  listMembers,
  listMemberships,
  listPeople,
  type Membership,
  ORGANIZATION_TYPES,
  type OrganizationType,
  removeMember,
  renameOrganization,
  revokeGrant,
  revokeInvitation,
  saveActiveOrganization,
} from "@trovella/db/identity";
import { AppError, ROLES, type Role } from "@trovella/foundation";
import { hashPassword } from "better-auth/crypto";
import { checkedPassword } from "./passwords.ts";
import { hashSecret, isSecret, newSecret } from "./secrets.ts";
import type { Settings } from "./settings.ts";

const INVITATION_DAYS = 7;
const MAX_NAME_LENGTH = 100;
const MAX_EMAIL_LENGTH = 254;

/** Who does something, and where. */
interface Act {
  readonly organizationId: string;
  readonly actorId: string;
}

export type People = ReturnType<typeof createPeople>;

/** Organizations and who belongs to them, for pages and commands. Whoever acts must be allowed to. */
export function createPeople({ database, origin, now }: Settings) {
  return {
    hasPeople: (): Promise<boolean> => hasPeople(database),
    listPeople: (): Promise<ListedPerson[]> => listPeople(database),

    /** The first person of this server; refused once there is one. */
    async createOwner(owner: {
      readonly name: string;
      readonly email: string;
      readonly password: string;
      readonly organizationName: string;
    }): Promise<{ userId: string; organizationId: string }> {
      const person = {
        name: checkedName(owner.name, "name"),
        email: checkedEmail(owner.email),
        organizationName: checkedName(owner.organizationName, "name of the organization"),
      };
      const passwordHash = await hashPassword(checkedPassword(owner.password));
      return createFirstOwner(database, { ...person, passwordHash });
    },

    /** The link is given out once; only its hash is kept. */
    async invite({
      email,
      role,
      ...act
    }: Act & { readonly email: string; readonly role: Role }): Promise<{
      invitationId: string;
      link: string;
      expiresAt: Date;
    }> {
      const token = newSecret("invitation");
      const moment = now();
      const expiresAt = new Date(moment.getTime() + INVITATION_DAYS * 24 * 60 * 60 * 1000);
      const invitationId = await createInvitation(database, {
        ...act,
        email: checkedEmail(email),
        role: checkedRole(role),
        tokenHash: hashSecret(token),
        expiresAt,
        now: moment,
      });
      return { invitationId, link: `${origin}/api/auth/invitation?token=${token}`, expiresAt };
    },

    listInvitations: (act: Act): Promise<Invitation[]> =>
      listInvitations(database, { ...act, now: now() }),
    revokeInvitation: (act: Act & { readonly invitationId: string }): Promise<void> =>
      revokeInvitation(database, act),

    /** As somebody with an account, or as a new person who gets one. */
    async acceptInvitation({
      token,
      as,
    }: {
      readonly token: string;
      readonly as:
        | { readonly userId: string }
        | { readonly name: string; readonly password: string };
    }): Promise<Invitation> {
      const tokenHash = isSecret("invitation", token) ? hashSecret(token) : "";
      const key = { tokenHash, now: now() };
      if ("userId" in as) return joinByInvitation(database, { ...key, userId: as.userId });
      const name = checkedName(as.name, "name");
      const passwordHash = await hashPassword(checkedPassword(as.password));
      return joinAsNewPerson(database, { ...key, person: { name, passwordHash } });
    },

    listMembers: (act: Act): Promise<ListedMember[]> => listMembers(database, act),
    changeRole: ({
      role,
      ...change
    }: Act & { readonly userId: string; readonly role: Role }): Promise<void> =>
      changeMemberRole(database, { ...change, role: checkedRole(role) }),
    removeMember: (change: Act & { readonly userId: string }): Promise<void> =>
      removeMember(database, change),
    leave: ({ organizationId, userId }: { organizationId: string; userId: string }) =>
      removeMember(database, { organizationId, actorId: userId, userId }),

    createOrganization: ({
      ownerId,
      name,
      type,
    }: {
      readonly ownerId: string;
      readonly name: string;
      readonly type: OrganizationType;
    }): Promise<string> =>
      createOrganization(database, {
        ownerId,
        name: checkedName(name, "name of the organization"),
        type: checkedType(type),
      }),
    rename: ({ name, ...act }: Act & { readonly name: string }): Promise<void> =>
      renameOrganization(database, { ...act, name: checkedName(name, "name of the organization") }),
    listOrganizations: (userId: string): Promise<Membership[]> => listMemberships(database, userId),
    async setActiveOrganization(choice: {
      readonly sessionId: string;
      readonly userId: string;
      readonly organizationId: string;
    }): Promise<void> {
      if (await saveActiveOrganization(database, choice)) return;
      throw new AppError(
        "NOT_FOUND",
        "You have no such organization. Next: choose one of your organizations.",
      );
    },

    /** The programs that a person let in. */
    listGrants: (userId: string): Promise<ListedGrant[]> =>
      listGrants(database, { userId, now: now() }),
    async revokeGrant(choice: {
      readonly userId: string;
      readonly grantId: string;
    }): Promise<void> {
      if (await revokeGrant(database, { ...choice, now: now() })) return;
      throw new AppError("NOT_FOUND", "There is no such grant. Next: list the grants again.");
    },
  };
}

function checkedName(text: string, what: string): string {
  const name = text.trim();
  if (name !== "" && name.length <= MAX_NAME_LENGTH && !/[\p{Cc}\p{Cf}]/u.test(name)) return name;
  throw new AppError(
    "INVALID_INPUT",
    `The ${what} must have 1 to ${MAX_NAME_LENGTH} visible characters. Next: enter another.`,
  );
}

/** In small letters: two spellings of an address are one person. */
function checkedEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (
    email.length <= MAX_EMAIL_LENGTH &&
    /^[^\s@<>"',;:\\]+@[^\s@<>"',;:\\]+\.[^\s@.]+$/.test(email)
  )
    return email;
  throw new AppError(
    "INVALID_INPUT",
    "This is not an e-mail address. Next: enter one like ada@research.example.",
  );
}

function checkedRole(role: string): Role {
  const known = ROLES.find((candidate) => candidate === role);
  if (known) return known;
  throw new AppError(
    "INVALID_INPUT",
    `There is no such role. Next: use one of ${ROLES.join(", ")}.`,
  );
}

function checkedType(type: string): OrganizationType {
  const known = ORGANIZATION_TYPES.find((candidate) => candidate === type);
  if (known) return known;
  throw new AppError(
    "INVALID_INPUT",
    `There is no such kind of organization. Next: use one of ${ORGANIZATION_TYPES.join(", ")}.`,
  );
}
