import { expect, it } from "vitest";
import { fileError } from "./file-error.ts";

it.each([
  { code: "ENOSPC", says: /is full\. Next: / },
  { code: "EROFS", says: /is read-only\. Next: / },
  { code: "EACCES", says: /cannot be used by this user.* Next: / },
])("explains $code of the file system", ({ code, says }) => {
  const error = Object.assign(new Error("denied"), { code });
  expect(fileError(error, "/data")).toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringMatching(says),
  });
});

it("leaves other errors as they are", () => {
  const error = new Error("a bug");
  expect(fileError(error, "/data")).toBe(error);
});
