import { expect, it } from "vitest";
import { rateRuleFor } from "./open-identity.ts";

it.each([
  ["sign-in:address:203.0.113.9", 10],
  ["sign-in:address:2001:db8:1:2::/64", 10],
  ["sign-in:site:2001:db8:1::/48", 100],
  ["sign-in:account:abc", 10],
  ["sign-in:browser:abc", 10],
  ["sign-in:password:usr_1", 10],
  ["sign-in:everywhere", 300],
  ["oauth:address:203.0.113.9", 600],
  ["oauth:site:2001:db8:1::/48", 6_000],
  ["oauth-register:address:203.0.113.9", 20],
  ["oauth-register:site:2001:db8:1::/48", 200],
  ["oauth-register:everywhere", 300],
])("%s allows %i a minute", (key, perMinute) => {
  expect(rateRuleFor(key).perMinute).toBe(perMinute);
});
