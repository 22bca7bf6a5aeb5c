import {
  type LoopbackNetwork,
  startLoopbackNetwork,
} from "@trovella/testing/capture/loopback-network";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchPublic } from "./fetch-public.ts";
import { createInternet } from "./internet.ts";

/** The guard with the real network behind it: whatever got through would reach the listener or the local network. */
const internet = createInternet({ dnsServers: ["127.0.0.1:1"] });
let listener: LoopbackNetwork;
beforeAll(async () => {
  listener = await startLoopbackNetwork((_, response) => response.end("inside"));
});
afterAll(() => listener.close());

const IPV4 = [
  ...["127.0.0.1", "127.8.9.10", "0.0.0.0", "10.0.0.1", "10.255.255.254", "100.64.0.1"],
  ...["169.254.169.254", "172.16.0.1", "172.31.255.254", "192.168.0.1", "192.168.1.254"],
  ...["192.0.0.192", "198.18.0.1", "224.0.0.251", "255.255.255.255", "100.100.100.200"],
];

const IPV6 = [
  ...["::", "::1", "0:0:0:0:0:0:0:1", "0000::0001", "fe80::1", "fc00::1", "fd00:ec2::254"],
  ...["fec0::1", "ff02::1", "100::1", "2001:db8::1", "2001::1", "5f00::1", "3fff::1"],
];

/** IPv6 addresses that carry an IPv4 address. */
function embedded(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  return [
    `::ffff:${address}`,
    `::ffff:${hex}`,
    `::${address}`,
    `::ffff:0:${address}`,
    `64:ff9b::${address}`,
    `64:ff9b:1::${hex}`,
    `2002:${hex}::1`,
  ];
}

/** The same IPv4 address as browsers and old resolvers read it. */
function spellings(address: string): string[] {
  const parts = address.split(".").map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const wide = (text: string) =>
    text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + +digit));
  return [
    address,
    `${address}.`,
    String(number),
    `0x${number.toString(16)}`,
    `0${number.toString(8)}`,
    parts.map((part) => `0x${part.toString(16)}`).join("."),
    parts.map((part) => `0${part.toString(8)}`).join("."),
    `${a}.${b * 65_536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `0x${a.toString(16)}.0${b.toString(8)}.${c}.${d}`,
    wide(address),
    wide(address).replaceAll(".", "。"),
    address.replaceAll(".", "%2e"),
    encodeURIComponent(wide(address)),
  ];
}

const NAMES = [
  ...["localhost", "LOCALHOST", "localhost.", "sub.localhost", "l%6fcalhost", "ｌｏｃａｌｈｏｓｔ"],
  ...["printer.local", "metadata.google.internal", "metadata.google.internal.", "nas", "router"],
  ...["gateway.home.arpa", "kubernetes", "ⓛocalhost"],
];

const hosts = [
  ...IPV4.flatMap(spellings),
  ...IPV6.map((address) => `[${address}]`),
  ...[...IPV4.slice(0, 12)].flatMap(embedded).map((address) => `[${address}]`),
  ...["[fe80::1%25eth0]", "[fe80::1%eth0]", "[::1%25lo]", "[::1]."],
  ...NAMES,
];

const urls = [
  ...hosts.flatMap((host) => [`http://${host}/`, `https://${host}/x?y`]),
  ...["http://user@93.184.216.34/", "http://:word@93.184.216.34/", "https://a:b@site.example/"],
  ...["http://93.184.216.34:22/", "https://93.184.216.34:8443/", "http://site.example:6379/"],
  ...["http://93.184.216.34:443/", "https://93.184.216.34:80/", "http://site.example:0/"],
  ...["ftp://site.example/", "file:///etc/passwd", "gopher://site.example/", "data:text/plain,x"],
  ...["javascript:1", "ws://site.example/", "unix:/var/run/docker.sock", "blob:http://a.example/1"],
  ...[
    "",
    "//site.example/",
    "/etc/passwd",
    "site.example",
    "http://",
    "http:///",
    "http://[",
    "\u0000",
  ],
];

describe("addresses that are not public", () => {
  it("are refused in every spelling, and nothing is connected to", async () => {
    expect(new Set(urls).size).toBeGreaterThan(400);
    // On its own port the listener would answer if only the port were looked at.
    const all = [...urls, ...hosts.map((host) => `http://${host}:${listener.port}/`)];
    const answers = await Promise.all(all.map(async (url) => [url, await attempt(url)] as const));
    expect(answers.filter(([, answer]) => answer !== "refused")).toEqual([]);
    expect(listener.connections()).toBe(0);
  });

  it("the listener would have noticed", async () => {
    await fetch(`http://127.0.0.1:${listener.port}/`);
    expect(listener.connections()).toBe(1);
  });

  it("http is refused where only https is allowed", async () => {
    expect(await attempt("http://93.184.216.34/", false)).toBe("refused");
  });
});

async function attempt(url: string, allowHttp = true): Promise<string> {
  const found = await fetchPublic(internet, url, {
    accept: "*/*",
    maxBytes: 1_000,
    timeoutMs: 5_000,
    maxRedirects: 5,
    allowHttp,
    allowPacked: true,
  });
  return "problem" in found ? found.problem : String(found.status);
}
