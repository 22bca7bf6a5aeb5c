import { AppError } from "@trovella/foundation";
import { errorCode } from "../embedded/error-code.ts";

const UNREACHABLE =
  "The database cannot be reached. Next: check that it runs and that DATABASE_URL names its host and port.";
const REFUSED =
  "The database refused the user or the password. Next: check both in DATABASE_URL, and that the server accepts this user.";
const UNTRUSTED =
  "The certificate of the database is not trusted. Next: give its authority in DATABASE_URL with sslrootcert, or choose another sslmode.";

const STANDBY =
  "The database is a standby, which accepts no writes. Next: wait until it is promoted, or let DATABASE_URL lead to the primary.";

/** A connection that leads to a standby, or to a primary that was made read-only: read_only_sql_transaction. */
const READ_ONLY = "25006";

const DISK_FULL =
  "The disk of the database is full. Next: free some space there; nothing that was saved is lost.";

const BY_CODE: Readonly<Record<string, string>> = {
  [READ_ONLY]: STANDBY,
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

const UNREACHABLE_TEXT =
  /timeout expired|connection timeout|timeout exceeded when trying to connect|Connection terminated|is not queryable/;
/** All connections stayed in use for the whole timeout of the pool. */
const POOL_EXHAUSTED = /timeout exceeded when trying to connect/;

/** pg reports these by the message alone. */
const BY_TEXT: readonly (readonly [RegExp, string])[] = [
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
  const sentence = BY_CODE[code] ?? (isUnreachable(error) ? UNREACHABLE : byText(error));
  if (sentence !== undefined) return new AppError("UNAVAILABLE", sentence, { cause: code });
  return databaseFailure(error.cause);
}

/**
 * SQLSTATEs of a database that cannot serve the call at the moment: connection lost, shutting down, out of resources,
 * a standby, or the transaction was cancelled by a deadlock or a timeout.
 */
const UNAVAILABLE_STATES = /^(57P0\d|25P03|08\w{3}|53\w{3}|40P01|55P03|57014)$/;

/** Whether nothing can be written until somebody frees space. */
export function isDiskFullFailure(error: unknown): boolean {
  return databaseFailure(error)?.message === DISK_FULL;
}

/** Whether a retry after a few seconds may succeed. The one place that decides it, for every edge. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return databaseFailure(error) !== undefined || hasState(error, UNAVAILABLE_STATES);
}

/** The session ended: shut down, crashed or left idle for too long. Connection exceptions are class 08. */
const ENDED_STATES = /^(57P0[125]|25P03|08\w{3})$/;

/**
 * Whether the connection of this error is of no more use, so that the same work on another one may succeed. What was
 * sent last may have been carried out all the same.
 */
export function isConnectionLost(error: unknown): boolean {
  return leadsToStandby(error) || hasState(error, ENDED_STATES) || hasCause(error, isUnreachable);
}

/** The reason why the connection of this error goes to no one else; undefined when it still works. */
export function lossOf(error: unknown): Error | undefined {
  return error instanceof Error && isConnectionLost(error) ? error : undefined;
}

/** Nothing was carried out: the server refuses writes there, and the transaction has failed. */
export function leadsToStandby(error: unknown): boolean {
  return hasState(error, new RegExp(`^${READ_ONLY}$`));
}

/** PostgreSQL ended this transaction so that others could go on: nothing of it was carried out. */
export function isDeadlock(error: unknown): boolean {
  return hasState(error, /^40P01$/);
}

/** Whether connecting may soon work: not with a wrong password, an unknown certificate or a pool that nobody returns to. */
export function isWorthReconnecting(error: unknown): boolean {
  if (hasCause(error, ({ message }) => POOL_EXHAUSTED.test(message))) return false;
  return isConnectionLost(error) || hasState(error, /^(57P03|53300)$/);
}

function hasState(error: unknown, states: RegExp): boolean {
  return hasCause(error, (cause) => states.test(errorCode(cause) ?? ""));
}

/** Query builders and tRPC wrap the error of the driver. */
function hasCause(error: unknown, isIt: (error: Error) => boolean): boolean {
  return error instanceof Error && (isIt(error) || hasCause(error.cause, isIt));
}

function byText({ message }: Error): string | undefined {
  return BY_TEXT.find(([pattern]) => pattern.test(message))?.[1];
}

/** pg reports most of these by the message alone. */
function isUnreachable(error: Error): boolean {
  const code = errorCode(error) ?? "";
  return (
    UNREACHABLE_TEXT.test(error.message) || /^08\w{3}$/.test(code) || isNetworkError(error, code)
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
