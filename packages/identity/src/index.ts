export {
  createIdentity,
  type Identity,
  type IdentityGrant,
  type IdentitySession,
} from "./identity.ts";
export type { Limit, LimitAnswer } from "./limits.ts";
export type { Network, NetworkResponse } from "./oauth/fetch-document.ts";
export { createInternet } from "./oauth/internet.ts";
export type { IdentityOptions, OidcProvider } from "./settings.ts";
