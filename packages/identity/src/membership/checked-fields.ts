import { domainToASCII } from "node:url";
import { ORGANIZATION_TYPES, type OrganizationType } from "@trovella/db/identity";
import { AppError, ROLES, type Role } from "@trovella/foundation";

const MAX_NAME_LENGTH = 100;
const MAX_EMAIL_LENGTH = 254;
const EMAIL = /^[^\s@<>"',;:\\]+@[^\s@<>"',;:\\]+\.[^\s@.]+$/;

/** Without control and formatting characters, which could make one name look like another. */
export function checkedName(text: string, label: string): string {
  const name = text.trim();
  if (name !== "" && name.length <= MAX_NAME_LENGTH && !/[\p{Cc}\p{Cf}]/u.test(name)) return name;
  throw new AppError(
    "INVALID_INPUT",
    `The ${label} must have 1 to ${MAX_NAME_LENGTH} visible characters. Next: enter another.`,
  );
}

/** Invisible and control characters could make one address look like another. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;

/** In one spelling, since two spellings of an e-mail address are one account. */
export function checkedEmail(text: string): string {
  const email = normalizedEmail(text);
  const host = email.slice(email.lastIndexOf("@") + 1);
  const isHost = domainToASCII(host) === host && host !== "";
  const isVisible = !INVISIBLE.test(email);
  if (email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email) && isVisible && isHost) return email;
  throw new AppError(
    "INVALID_INPUT",
    "This is not an e-mail address. Next: enter one like ada@research.example.",
  );
}

/** In lower case, with the host as DNS knows it (IDNA). A text that is no address stays as it is. */
export function normalizedEmail(text: string): string {
  const email = text.trim().toLowerCase();
  const at = email.lastIndexOf("@");
  const host = at < 0 ? "" : domainToASCII(email.slice(at + 1));
  return host === "" || INVISIBLE.test(email) ? email : `${email.slice(0, at)}@${host}`;
}

export function checkedRole(role: string): Role {
  return oneOf(ROLES, role, "role");
}

export function checkedType(type: string): OrganizationType {
  return oneOf(ORGANIZATION_TYPES, type, "type of organization");
}

function oneOf<T extends string>(known: readonly T[], value: string, label: string): T {
  const found = known.find((candidate) => candidate === value);
  if (found) return found;
  throw new AppError(
    "INVALID_INPUT",
    `There is no such ${label}. Next: use one of ${known.join(", ")}.`,
  );
}
