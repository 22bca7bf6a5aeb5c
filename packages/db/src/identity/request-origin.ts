import { AsyncLocalStorage } from "node:async_hooks";
import type { CredentialKind } from "../schema/security-event-kinds.ts";

export interface Credential {
  readonly kind: CredentialKind;
  readonly id: string | null;
  readonly name: string | null;
}

export interface Actor {
  readonly userId: string;
  readonly name: string | null;
}

/** Where the current request comes from, for the security log alone; it authorizes nothing. */
export interface RequestOrigin {
  readonly address: string | null;
  readonly credential: Credential;
  /** Null until the request is authenticated. */
  readonly actor: Actor | null;
}

const UNKNOWN: RequestOrigin = {
  address: null,
  credential: { kind: "none", id: null, name: null },
  actor: null,
};

const storage = new AsyncLocalStorage<{ origin: RequestOrigin }>();

/** Runs `work`, and whatever it starts, as part of one request. */
export function runWithOrigin<T>(origin: Partial<RequestOrigin>, work: () => T): T {
  return storage.run({ origin: { ...UNKNOWN, ...origin } }, work);
}

/** Once the request is authenticated. Without a request, as in tests, it has no effect. */
export function identifyRequest(identified: Pick<RequestOrigin, "credential" | "actor">): void {
  const current = storage.getStore();
  if (current) current.origin = { ...current.origin, ...identified };
}

export function currentOrigin(): RequestOrigin {
  return storage.getStore()?.origin ?? UNKNOWN;
}
