import { describe, expect, it } from "vitest";
import { isAllowedHost, isLoopback } from "./hosts.ts";

const LOOPBACK = ["localhost", "LocalHost:4737", "127.0.0.1", "127.9.9.9:80", "[::1]:4737"];
const FOREIGN = [
  "evil.example",
  "evil.example:4737",
  "127.0.0.1.evil.example",
  "2130706433",
  "0.0.0.0:4737",
  "[::]:4737",
  "127.999.1.1",
  "localhost:99999",
  "a b",
  "",
];

describe.each(["127.0.0.1", "0.0.0.0", "::ffff:127.0.0.1", "192.168.1.5"])(
  "local mode on %s",
  (HOST) => {
    it.each(LOOPBACK)("answers to %s", (host) => {
      expect(isAllowedHost(host, { HOST })).toBe(true);
    });

    it.each(FOREIGN)("does not answer to %j, against DNS rebinding", (host) => {
      expect(isAllowedHost(host, { HOST })).toBe(false);
    });

    it("answers to the host of the public URL and to the names that were listed", () => {
      const settings = {
        HOST,
        TROVELLA_PUBLIC_URL: "https://research.example/",
        TROVELLA_HOSTS: ["my-nas.lan"],
      };
      const hosts = ["research.example", "my-nas.lan", "MY-NAS.lan:4737", "other-nas.lan"];
      expect(hosts.map((host) => isAllowedHost(host, settings))).toEqual([true, true, true, false]);
    });

    it("answers to an IP address, which no page's name can be, if it is reachable by one", () => {
      const isReachable = HOST !== "127.0.0.1";
      expect(isAllowedHost("192.168.1.5:4737", { HOST })).toBe(isReachable);
      expect(isAllowedHost("[2001:db8::5]:4737", { HOST })).toBe(isReachable);
    });
  },
);

describe("team mode", () => {
  it("answers to every well-formed name, since a proxy may choose it", () => {
    const settings = { HOST: "0.0.0.0", TROVELLA_MODE: "team" };
    expect(isAllowedHost("any.example:80", settings)).toBe(true);
    expect(isAllowedHost("127.999.1.1", settings)).toBe(false);
  });

  it("answers on loopback to loopback names and its public URL only", () => {
    const settings = {
      HOST: "127.0.0.1",
      TROVELLA_MODE: "team",
      TROVELLA_PUBLIC_URL: "https://research.example",
    };
    const hosts = ["localhost", "research.example", "any.example"];
    expect(hosts.map((host) => isAllowedHost(host, settings))).toEqual([true, true, false]);
  });
});

it.each([
  ["127.0.0.1", true],
  ["127.255.0.1", true],
  ["127.999.1.1", false],
  ["127.evil.example", false],
  ["0.0.0.0", false],
])("takes %s as loopback: %s", (host, isIt) => {
  expect(isLoopback(host)).toBe(isIt);
});
