import { expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";

const from = (forwarded?: string) => ({
  headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  socket: { remoteAddress: "10.0.0.1" },
});

it.each([
  ["no proxy: the header is ignored", "203.0.113.9", 0, "10.0.0.1"],
  ["one proxy", "203.0.113.9", 1, "203.0.113.9"],
  ["one proxy, after an entry that the client forged", "1.2.3.4, 203.0.113.9", 1, "203.0.113.9"],
  ["two proxies", "1.2.3.4, 203.0.113.9, 10.0.0.7", 2, "203.0.113.9"],
  ["IPv6", "2001:db8::7", 1, "2001:db8::7"],
  ["IPv4 in the form of IPv6", "::ffff:203.0.113.9", 1, "203.0.113.9"],
  ["a proxy that adds nothing", undefined, 1, "10.0.0.1"],
  ["an entry that is no IP address", "unknown", 1, "10.0.0.1"],
  ["fewer entries than proxies", "203.0.113.9", 2, "10.0.0.1"],
])("%s", (_what, forwarded, proxies, expected) => {
  expect(clientAddress(from(forwarded), proxies)).toBe(expected);
});

it("writes the address of a socket that listens for IPv4 and IPv6 as IPv4", () => {
  const socket = { remoteAddress: "::ffff:203.0.113.9" };
  expect(clientAddress({ headers: {}, socket }, 0)).toBe("203.0.113.9");
});
