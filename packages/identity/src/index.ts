export {
  createIdentity,
  type Identity,
  type IdentityGrant,
  type IdentitySession,
} from "./identity.ts";
export type { Limit, LimitAnswer } from "./limits.ts";

export type { IdentityOptions, OidcProvider } from "./settings.ts";
