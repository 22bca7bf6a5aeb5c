import { expect, it } from "vitest";
import { serverStateAfter } from "./admin-client.ts";

it.each([
  { code: "ENOENT", state: "absent" },
  { code: "ECONNREFUSED", state: "absent" },
  { code: "57P03", state: "busy" },
  { code: "57P01", state: "busy" },
  { code: "28P01", state: undefined },
])("takes $code for $state", ({ code, state }) => {
  expect(serverStateAfter(Object.assign(new Error("failed"), { code }))).toBe(state);
});

it.each([
  "Connection terminated unexpectedly",
  "timeout expired",
  "Client has encountered a connection error and is not queryable",
])("takes pg's “%s” for a connection that broke", (message) => {
  expect(serverStateAfter(new Error(message))).toBe("busy");
  expect(serverStateAfter(new Error("something else"))).toBeUndefined();
});
