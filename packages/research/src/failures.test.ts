import { AppError } from "@trovella/foundation";
import { describe, expect, it } from "vitest";
import { publicError } from "./failures.ts";

describe("a failure as callers see it", () => {
  it("passes refusals as they are and reports nothing", () => {
    const refusal = new AppError("NOT_FOUND", "There is no such plan.");
    expect(explain(refusal)).toEqual({ error: refusal, reported: [] });
  });

  it.each([new Error("secret"), new AppError("INTERNAL", "secret"), "secret", null])(
    "masks anything else behind a correlation id: %s",
    (thrown) => {
      const { error, reported } = explain(thrown);
      expect(reported).toEqual([[thrown, error.details.correlationId]]);
      expect(error.code).toBe("INTERNAL");
      expect(error.message).toBe(
        `Something went wrong on the server (${error.details.correlationId}). Next: try again; if it happens again, report this id.`,
      );
    },
  );

  it.each(["57P01", "08006", "53300", "40P01", "55P03", "57014"])(
    "says that the database is unavailable on %s",
    (code) => {
      const { error, reported } = explain(Object.assign(new Error("secret"), { code }));
      expect(reported).toHaveLength(1);
      expect(error).toMatchObject({
        code: "UNAVAILABLE",
        message:
          "The database is temporarily unavailable. Next: wait a few seconds, then try again.",
      });
    },
  );

  it("says so when the disk is full", () => {
    const { error } = explain(Object.assign(new Error("secret"), { code: "53100" }));
    expect(error).toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringContaining("disk of the database is full. Next: tell the operator"),
    });
  });
});

function explain(thrown: unknown) {
  const reported: [unknown, string][] = [];
  const error = publicError(thrown, {
    onFailure: (error, correlationId) => reported.push([error, correlationId]),
    retry: "try again",
  });
  return { error, reported };
}
