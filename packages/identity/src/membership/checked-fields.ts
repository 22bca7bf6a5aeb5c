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

/** In lower case, since two spellings of an e-mail address are one account. */
export function checkedEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email)) return email;
  throw new AppError(
    "INVALID_INPUT",
    "This is not an e-mail address. Next: enter one like ada@research.example.",
  );
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
