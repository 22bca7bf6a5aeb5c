import { describe, expect, it } from "vitest";
import { databaseFailure, isDatabaseUnavailable } from "./database-failure.ts";

describe("explaining a failed connection", () => {
  it.each([
    ["no server listens", { code: "ECONNREFUSED", syscall: "connect" }, /cannot be reached/],
    ["the host is unknown", { code: "ENOTFOUND", syscall: "getaddrinfo" }, /cannot be reached/],
    ["the password is wrong", { code: "28P01" }, /refused the user or the password/],
    ["the database is missing", { code: "3D000" }, /no database of that name/],
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
  it.each(["57P01", "57P03", "25P03", "08006", "53300", "40P01", "55P03", "57014"])(
    "is recognized by the SQLSTATE %s",
    (code) => {
      expect(isDatabaseUnavailable(error("failed", { code }))).toBe(true);
    },
  );

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

function error(message: string, properties: object): Error {
  return Object.assign(new Error(message), properties);
}
