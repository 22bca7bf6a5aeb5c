import {
  adoptLocalOrganization,
  hasAccounts,
  type IdentityTransaction,
  insertOrganization,
  insertPerson,
  type NewPerson,
  withSetupLock,
} from "@trovella/db/identity";
import { AppError } from "@trovella/foundation";
import { hashPassword } from "better-auth/crypto";
import type { Settings } from "../settings.ts";
import { checkedEmail, checkedName } from "./checked-fields.ts";
import { recordCreation } from "./organizations.ts";
import { checkedPassword } from "./passwords.ts";

export interface NewAccount {
  readonly name: string;
  readonly password: string;
}

/**
 * The first account of this server, with its organization, which is that of local mode if there is one; refused forever
 * once there is an account.
 */
export async function createOwner(
  { database }: Settings,
  owner: NewAccount & { readonly email: string; readonly organizationName: string },
): Promise<{ userId: string; organizationId: string }> {
  const email = checkedEmail(owner.email);
  const name = checkedName(owner.organizationName, "name of the organization");
  // The operator vouches for the address.
  const person = { ...(await preparePerson(owner)), email, isProven: true };
  return withSetupLock(database, async (transaction) => {
    if (await hasAccounts(transaction)) throw ownerExists();
    const ownerId = await createPerson(transaction, person);
    const organization = { ownerId, name, type: "company" } as const;
    const organizationId =
      (await adoptLocalOrganization(transaction, organization)) ??
      (await insertOrganization(transaction, organization));
    await recordCreation(transaction, { organizationId, name });
    return { userId: ownerId, organizationId };
  });
}

/** Before any lock is taken, since hashing a password is slow. */
export async function preparePerson({
  name,
  password,
}: NewAccount): Promise<Omit<NewPerson, "email">> {
  const checked = checkedName(name, "name");
  return { name: checked, passwordHash: await hashPassword(checkedPassword(password)) };
}

/** The error does not reveal whether an account exists. */
export async function createPerson(
  transaction: IdentityTransaction,
  person: NewPerson,
): Promise<string> {
  const userId = await insertPerson(transaction, person);
  if (userId) return userId;
  throw new AppError(
    "INVALID_INPUT",
    "An account could not be created for this e-mail address. Next: if you have one, sign in with it.",
  );
}

function ownerExists(): AppError {
  return new AppError(
    "FORBIDDEN",
    "This server already has its first owner. Next: sign in, or ask an owner for an invitation.",
  );
}
