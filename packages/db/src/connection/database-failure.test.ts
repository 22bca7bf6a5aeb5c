import { describe, expect, it } from "vitest";
import {
  databaseFailure,
  isConnectionLost,
  isDatabaseUnavailable,
  isDeadlock,
  isWorthReconnecting,
  leadsToStandby,
} from "./database-failure.ts";

describe("explaining a failed connection", () => {
  it.each([
    ["no server listens", { code: "ECONNREFUSED", syscall: "connect" }, /cannot be reached/],
    ["the host is unknown", { code: "ENOTFOUND", syscall: "getaddrinfo" }, /cannot be reached/],
    ["the password is wrong", { code: "28P01" }, /refused the user or the password/],
    ["the database is missing", { code: "3D000" }, /no database of that name/],
    ["it is a standby", { code: "25006" }, /is a standby/],
    ["the disk is full", { code: "53100" }, /disk of the database is full/],
    ["a privilege is missing", { code: "42501" }, /lacks a privilege/],
    ["the certificate is unknown", { code: "SELF_SIGNED_CERT_IN_CHAIN" }, /not trusted/],
  ])("uses a sentence of its own when %s", (_, properties, sentence) => {
    const failure = databaseFailure(error("for user secret@host", properties));
    expect(failure?.message).toMatch(sentence);
    expect(failure?.message).toMatch(/ Next: .+\.?$/);
    expect(failure?.message).not.toContain("secret");
  });

  it.each([
    ["timeout expired", /cannot be reached/],
    ["Connection terminated due to connection timeout", /cannot be reached/],
    ["SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string", /refused the user/],
    ["The server does not support SSL connections", /no encrypted connection/],
  ])("knows the errors without a code: %s", (message, sentence) => {
    expect(databaseFailure(new Error(message))?.message).toMatch(sentence);
  });

  it("treats several failed IP addresses as one failure", () => {
    const tried = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" });
    expect(databaseFailure(tried)?.message).toMatch(/cannot be reached/);
  });

  it.each([
    ["a bug", new TypeError("undefined is not a function")],
    ["a missing file", error("open", { code: "ENOENT", syscall: "open" })],
    ["a broken rule of the database", error("duplicate key", { code: "23505" })],
    ["no error at all", "text"],
  ])("leaves %s alone", (_, other) => {
    expect(databaseFailure(other)).toBeUndefined();
  });
});

describe("an unavailable database", () => {
  it.each([
    "57P01",
    "57P02",
    "57P03",
    "57P05",
    "25P03",
    "25006",
    "08006",
    "08P01",
    "53100",
    "53300",
    "40P01",
    "55P03",
    "57014",
  ])("is recognized by the SQLSTATE %s", (code) => {
    expect(isDatabaseUnavailable(error("failed", { code }))).toBe(true);
  });

  it("is recognized by a failed connection", () => {
    expect(isDatabaseUnavailable(new Error("Connection terminated unexpectedly"))).toBe(true);
    const refused = { code: "ECONNREFUSED", syscall: "connect" };
    expect(isDatabaseUnavailable(error("failed", refused))).toBe(true);
  });

  it.each([error("duplicate key", { code: "23505" }), new TypeError("a bug"), "text", null])(
    "is not confused with other errors: %s",
    (other) => {
      expect(isDatabaseUnavailable(other)).toBe(false);
    },
  );
});

describe("a connection", () => {
  it.each([
    error("terminating connection", { code: "57P01" }),
    error("idle in transaction", { code: "25P03" }),
    error("cannot execute INSERT in a read-only transaction", { code: "25006" }),
    error("reset", { code: "ECONNRESET", syscall: "read" }),
    new Error("Connection terminated unexpectedly"),
    new Error("Client has encountered a connection error and is not queryable"),
    new Error("Failed query", { cause: new Error("Connection terminated unexpectedly") }),
  ])("is lost after %s", (lost) => {
    expect(isConnectionLost(lost)).toBe(true);
    expect(isWorthReconnecting(lost)).toBe(true);
  });

  it.each([
    error("deadlock", { code: "40P01" }),
    error("statement timeout", { code: "57014" }),
    error("duplicate key", { code: "23505" }),
    new TypeError("a bug"),
    "text",
  ])("goes on after %s", (other) => {
    expect(isConnectionLost(other)).toBe(false);
  });

  it("leads to a standby even when the error is wrapped", () => {
    const refused = error("read-only transaction", { code: "25006" });
    expect(leadsToStandby(new Error("Failed query", { cause: refused }))).toBe(true);
    expect(databaseFailure(new Error("Failed query", { cause: refused }))?.message).toMatch(
      /standby/,
    );
    expect(leadsToStandby(error("deadlock", { code: "40P01" }))).toBe(false);
    expect(isDeadlock(error("deadlock", { code: "40P01" }))).toBe(true);
    expect(isDeadlock(error("lock timeout", { code: "55P03" }))).toBe(false);
  });

  it.each([
    error("wrong password", { code: "28P01" }),
    error("no such database", { code: "3D000" }),
    error("expired", { code: "CERT_HAS_EXPIRED" }),
    new Error("timeout exceeded when trying to connect"),
  ])("is not tried again after %s", (refusal) => {
    expect(isWorthReconnecting(refusal)).toBe(false);
    expect(isDatabaseUnavailable(refusal)).toBe(true);
  });
});

function error(message: string, properties: object): Error {
  return Object.assign(new Error(message), properties);
}
