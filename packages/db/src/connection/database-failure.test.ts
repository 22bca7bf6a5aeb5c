import { describe, expect, it } from "vitest";
import { databaseFailure } from "./database-failure.ts";

describe("explaining a failed connection", () => {
  it.each([
    ["nobody listens", { code: "ECONNREFUSED", syscall: "connect" }, /cannot be reached/],
    ["the host is unknown", { code: "ENOTFOUND", syscall: "getaddrinfo" }, /cannot be reached/],
    ["the password is wrong", { code: "28P01" }, /refused the user or the password/],
    ["the database is missing", { code: "3D000" }, /no database of that name/],
    ["a right is missing", { code: "42501" }, /lacks a right/],
    ["the certificate is unknown", { code: "SELF_SIGNED_CERT_IN_CHAIN" }, /not trusted/],
  ])("says it in a sentence of ours when %s", (_, properties, sentence) => {
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

  it("takes several addresses tried in vain for one", () => {
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

function error(message: string, properties: object): Error {
  return Object.assign(new Error(message), properties);
}
