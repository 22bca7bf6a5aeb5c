export * from "./calls.ts";
export * from "./identity.ts";
export * from "./limits.ts";
export * from "./memory.ts";
export * from "./oauth.ts";
export * from "./plan.ts";
export * from "./search.ts";
export * from "./security.ts";
