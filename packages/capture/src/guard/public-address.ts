import { BlockList, isIPv4, isIPv6 } from "node:net";

/** SSRF: false for loopback, private, reserved and shared addresses, and for IPv6 addresses that embed them. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC.check(address, "ipv4");
  // A zone id names a local interface.
  if (!isIPv6(address) || address.includes("%")) return false;
  return GLOBAL_IPV6.check(address, "ipv6") && !NOT_PUBLIC.check(address, "ipv6");
}

const NOT_PUBLIC = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  // Protocol assignments with Teredo and ORCHID, documentation, 6to4: all can embed an internal address.
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, "ipv6");

/** Global unicast; mapped IPv4, NAT64, private and link-local addresses lie outside. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet("2000::", 3, "ipv6");
