import { expect, it } from "vitest";
import { TOOLS } from "../tools/index.ts";
import { neededPermission } from "./needed-permission.ts";

it.each(TOOLS)("is known for $name before it is called", ({ name, permission }) => {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name } };
  expect(neededPermission(message)).toBe(permission);
});

it.each([
  [null],
  ["tools/call"],
  [[{ method: "tools/call", params: { name: "modify_plan" } }]],
  [{ method: "tools/call" }],
  [{ method: "tools/call", params: null }],
  [{ method: "tools/call", params: { name: 7 } }],
  [{ method: "tools/call", params: { name: "nothing" } }],
  [{ method: "tools/call", params: { name: "toString" } }],
  [{ method: "tools/list", params: { name: "modify_plan" } }],
])("is nothing for %j", (message) => {
  expect(neededPermission(message)).toBeNull();
});
