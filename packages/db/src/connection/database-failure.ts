import { AppError } from "@trovella/foundation";
import { errorCode } from "../embedded/error-code.ts";

const UNREACHABLE =
  "The database cannot be reached. Next: check that it runs and that DATABASE_URL names its host and port.";
const REFUSED =
  "The database refused the user or the password. Next: check both in DATABASE_URL, and that the server accepts this user.";
const UNTRUSTED =
  "The certificate of the database is not trusted. Next: give its authority in DATABASE_URL with sslrootcert, or choose another sslmode.";

const DISK_FULL =
  "The disk of the database is full. Next: free some space there; nothing that was saved is lost.";

const BY_CODE: Readonly<Record<string, string>> = {
  "28000": REFUSED,
  "28P01": REFUSED,
  "3D000":
    "The server has no database of that name. Next: create it, or name another one in DATABASE_URL.",
  "42501":
    "The database user lacks a privilege that Trovella needs. Next: let it own the database (ALTER DATABASE … OWNER TO …).",
  "53100": DISK_FULL,
  "53300":
    "The database has no connections left. Next: close other clients, or raise its max_connections.",
  "57P01": "The database is being shut down. Next: start it again and retry.",
  "57P03": "The database is just starting or stopping. Next: try again in a moment.",
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: UNTRUSTED,
};

const NETWORK_CODES = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
];

/** pg reports these by the message alone. */
const BY_TEXT: readonly (readonly [RegExp, string])[] = [
  [
    /timeout expired|connection timeout|timeout exceeded when trying to connect|Connection terminated|is not queryable/,
    UNREACHABLE,
  ],
  [/^SASL: /, REFUSED],
  [
    /does not support SSL/,
    "The database offers no encrypted connection. Next: turn it on there, or set sslmode=disable in DATABASE_URL.",
  ],
];

/** A failed connection as an error for the user, without any text of the server's; undefined if it is something else. */
export function databaseFailure(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = errorCode(error) ?? "";
  const sentence =
    BY_CODE[code] ??
    (isNetworkError(error, code) ? UNREACHABLE : undefined) ??
    BY_TEXT.find(([pattern]) => pattern.test(error.message))?.[1];
  return sentence === undefined
    ? undefined
    : new AppError("UNAVAILABLE", sentence, { cause: code });
}

/**
 * SQLSTATEs of a database that cannot serve the call at the moment: connection lost, shutting down, out of resources,
 * or the transaction was cancelled by a deadlock or a timeout.
 */
const UNAVAILABLE_STATES = /^(57P0\d|25P03|08\w{3}|53\w{3}|40P01|55P03|57014)$/;

/** Whether nothing can be written until somebody frees space. */
export function isDiskFullFailure(error: unknown): boolean {
  return databaseFailure(error)?.message === DISK_FULL;
}

/** Whether a retry after a few seconds may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return (
    databaseFailure(error) !== undefined ||
    (typeof code === "string" && UNAVAILABLE_STATES.test(code))
  );
}

/** Files fail with the same codes, but not while connecting. */
function isNetworkError(error: Error, code: string): boolean {
  if (!NETWORK_CODES.includes(code)) return false;
  const syscall = "syscall" in error ? error.syscall : undefined;
  // When several IP addresses failed, there is one AggregateError without a system call.
  return (
    error instanceof AggregateError ||
    ["connect", "getaddrinfo", "read", "write"].includes(String(syscall))
  );
}
