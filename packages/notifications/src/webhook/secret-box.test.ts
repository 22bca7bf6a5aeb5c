import { expect, it } from "vitest";
import { SecretBox } from "./secret-box.ts";

const SECRET = "a server secret of enough characters";

it("opens what it sealed, and seals the same text differently each time", () => {
  const box = new SecretBox(SECRET);
  const sealed = box.seal("whsec_x ä");
  expect(sealed).not.toContain("whsec");
  expect(box.seal("whsec_x ä")).not.toBe(sealed);
  expect(new SecretBox(SECRET).open(sealed)).toBe("whsec_x ä");
});

it("opens nothing that was sealed with another secret, or changed", () => {
  const sealed = new SecretBox(SECRET).seal("text");
  expect(new SecretBox(`${SECRET}!`).open(sealed)).toBeNull();
  const changed = `${sealed.slice(0, -1)}${sealed.endsWith("A") ? "Q" : "A"}`;
  expect(new SecretBox(SECRET).open(changed)).toBeNull();
  expect(new SecretBox(SECRET).open("")).toBeNull();
});
