/** Why connecting failed, in terms of what the caller did: an exit code can be derived from it. */
export type ConnectErrorKind = "failed" | "usage" | "notConfigured";

/** A failure the user can act on; its message says how. */
export class ConnectError extends Error {
  readonly kind: ConnectErrorKind;

  constructor(message: string, kind: ConnectErrorKind = "failed") {
    super(message);
    this.kind = kind;
  }
}
