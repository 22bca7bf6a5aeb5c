import { expect, it } from "vitest";
import { plainAddress, siteNetwork, subscriberNetwork } from "./client-network.ts";

it.each([
  ["203.0.113.9", "203.0.113.9", "203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9", "203.0.113.9", "203.0.113.9"],
  ["::FFFF:cb00:7109", "203.0.113.9", "203.0.113.9", "203.0.113.9"],
  ["0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9", "203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:DB8:1:2::9", "2001:DB8:1:2::9", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:db8::7", "2001:db8::7", "2001:db8:0:0::/64", "2001:db8:0::/48"],
  ["fe80::1%eth0", "fe80::1", "fe80:0:0:0::/64", "fe80:0:0::/48"],
  ["::1", "::1", "0:0:0:0::/64", "0:0:0::/48"],
  ["unknown", "unknown", "unknown", "unknown"],
])("%s is written as %s and counted as %s and %s", (address, plain, subscriber, site) => {
  expect(plainAddress(address)).toBe(plain);
  expect(subscriberNetwork(address)).toBe(subscriber);
  expect(siteNetwork(address)).toBe(site);
});
