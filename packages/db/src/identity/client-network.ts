import { isIP } from "node:net";

/** The address in its plain form: one that maps IPv4 into IPv6 as IPv4, without a zone. */
export function plainAddress(address: string): string {
  const [bare = ""] = address.split("%", 1);
  const [, mapped = ""] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? [];
  if (isIP(mapped) === 4) return mapped;
  if (isIP(bare) !== 6) return bare;
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join(".") : bare;
}

/** What one subscriber has: an IPv4 address, or all IPv6 addresses with the same first 64 bits. */
export function subscriberNetwork(address: string): string {
  return prefixOf(address, 4);
}

/** What one site may have: an IPv4 address, or all IPv6 addresses with the same first 48 bits. */
export function siteNetwork(address: string): string {
  return prefixOf(address, 3);
}

function prefixOf(address: string, groupCount: number): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return plain;
  const groups = groupsOf(plain).slice(0, groupCount);
  return `${groups.map((group) => group.toString(16)).join(":")}::/${groupCount * 16}`;
}

/** The eight numbers of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [a = 0, b = 0, c = 0, d = 0] = dotted?.slice(1).map(Number) ?? [];
  const last = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  const text = dotted ? address.slice(0, dotted.index) + last : address;
  const [head = "", tail] = text.split("::");
  const numbers = (part: string) =>
    part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
  const [before, after] = [numbers(head), numbers(tail ?? "")];
  const zeros = new Array<number>(8 - before.length - after.length).fill(0);
  return tail === undefined ? before : [...before, ...zeros, ...after];
}
