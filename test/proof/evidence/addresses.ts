/** A URL that leads to an address which is not public, and how. */
export interface Attempt {
  readonly url: string;
  readonly way: string;
}

/** Where the names and redirects of the attempts lead. */
export interface Detours {
  /** By name, the addresses of the first and of every later lookup. */
  readonly names: Map<string, readonly (readonly string[])[]>;
  /** By host, the target of its redirect. */
  readonly redirects: Map<string, string>;
}

const PUBLIC = "93.184.216.34";
const PRIVATE = [
  ...["127.0.0.1", "10.0.0.7", "10.255.1.2", "169.254.169.254", "172.16.4.4", "172.31.255.254"],
  ...["192.168.1.254", "100.64.0.1", "198.18.0.9", "0.0.0.0", "192.0.0.192", "224.0.0.251"],
];

const ADDRESSES_PER_SPELLING = 9;

/** The same IPv4 address as browsers and old resolvers read it. */
const SPELLINGS: Readonly<Record<string, (address: string) => string>> = {
  "as usual": (address) => address,
  "with a dot at its end": (address) => `${address}.`,
  "as one number": (address) => String(numberOf(address)),
  "as a hexadecimal number": (address) => `0x${numberOf(address).toString(16)}`,
  "as an octal number": (address) => `0${numberOf(address).toString(8)}`,
  "with hexadecimal parts": (address) => parts(address, (part) => `0x${part.toString(16)}`),
  "with octal parts": (address) => parts(address, (part) => `0${part.toString(8)}`),
  "with two parts": (address) =>
    address.replace(/\.(\d+)\.(\d+)\.(\d+)$/, (_, b, c, d) => `.${(+b * 256 + +c) * 256 + +d}`),
  "with three parts": (address) =>
    address.replace(/\.(\d+)\.(\d+)$/, (_, c, d) => `.${+c * 256 + +d}`),
  "with full-width digits": wide,
  "with ideographic dots": (address) => wide(address).replaceAll(".", "。"),
  "with encoded dots": (address) => address.replaceAll(".", "%2e"),
};

/** IPv6 addresses that carry the IPv4 address. */
const EMBEDDINGS: readonly ((address: string) => string)[] = [
  (address) => `::ffff:${address}`,
  (address) => `::ffff:${hexOf(address)}`,
  (address) => `::${address}`,
  (address) => `64:ff9b::${address}`,
  (address) => `2002:${hexOf(address)}::1`,
];

const IPV6 = [
  ...["::", "::1", "0:0:0:0:0:0:0:1", "fe80::1", "fc00::1", "fd00:ec2::254", "fec0::1"],
  ...["ff02::1", "100::1", "2001:db8::1", "2001::1", "5f00::1", "3fff::1"],
];

const NAMES = [
  ...[
    "localhost",
    "LOCALHOST",
    "localhost.",
    "sub.localhost",
    "ｌｏｃａｌｈｏｓｔ",
    "printer.local",
  ],
  ...["metadata.google.internal", "metadata.google.internal.", "nas", "gateway.home.arpa"],
];

/** So many attempts, spread over all ways; `insidePort` is where a listener waits for them. */
export function makeAttempts(
  count: number,
  insidePort: number,
): { readonly attempts: Attempt[]; readonly detours: Detours } {
  const detours: Detours = { names: new Map(), redirects: new Map() };
  const ways = [
    // Another address first in each way: one host is asked only once a second.
    ...Object.entries(SPELLINGS).map(([way, spell], turn) =>
      [...PRIVATE.slice(turn), ...PRIVATE.slice(0, turn)]
        .slice(0, ADDRESSES_PER_SPELLING)
        .map((address, index) => ({ url: urlOf(spell(address), index), way })),
    ),
    IPV6.map((address, index) => ({ url: urlOf(`[${address}]`, index), way: "IPv6" })),
    ...EMBEDDINGS.map((embed) =>
      PRIVATE.slice(0, 4).map((address, index) => ({
        url: urlOf(`[${embed(address)}]`, index),
        way: "IPv4 within IPv6",
      })),
    ),
    NAMES.map((name, index) => ({ url: urlOf(name, index), way: "private names" })),
    ports(insidePort),
    resolvedNames(detours),
    redirects(detours, insidePort),
  ];
  const all = inTurn(ways);
  if (all.length < count) throw new Error(`there are ${all.length} attempts, not ${count}`);
  const step = all.length / count;
  const chosen = Array.from({ length: count }, (_, index) => all[Math.floor(index * step)]);
  return { attempts: chosen.filter((attempt) => attempt !== undefined), detours };
}

function ports(insidePort: number): Attempt[] {
  const hosts = ["127.0.0.1", "[::1]", "localhost", "2130706433", "site.example", PUBLIC];
  const urls = hosts.map((host) => `http://${host}:${insidePort}/`);
  const credentials = ["https://user@site.example/1", "http://user:word@site.example/2"];
  return [...urls, ...credentials].map((url) => ({ url, way: "ports and credentials" }));
}

/** One private address among several is enough; and a name may lead elsewhere at the second lookup. */
function resolvedNames({ names, redirects }: Detours): Attempt[] {
  const answers = [
    ...PRIVATE.map((address) => [address]),
    ...[[PUBLIC, "10.0.0.1"], ["10.0.0.1", PUBLIC], ["::1"], ["::ffff:169.254.169.254"], []],
  ];
  const fixed = answers.map((addresses, index) => {
    names.set(`inside-${index}.example`, [addresses]);
    return { url: urlOf(`inside-${index}.example`, index), way: "names that lead inside" };
  });
  const rebinding = PRIVATE.slice(0, 4).map((address, index) => {
    const host = `rebinding-${index}.example`;
    names.set(host, [[PUBLIC], [address]]);
    redirects.set(host, `http://${host}/again`);
    return { url: urlOf(host, index), way: "names that lead inside later" };
  });
  return [...fixed, ...rebinding];
}

function redirects({ names, redirects }: Detours, insidePort: number): Attempt[] {
  names.set("within.example", [["10.0.0.7"]]);
  const targets = [
    ...PRIVATE.map((address) => `http://${address}/`),
    ...[`http://127.0.0.1:${insidePort}/`, "http://2130706433/", "http://[::1]/", "//10.0.0.7/"],
    ...["http://[::ffff:127.0.0.1]/", "http://localhost./", "http://within.example/"],
    ...["ftp://site.example/", "file:///etc/passwd", "http://a:b@site.example/"],
  ];
  return targets.map((target, index) => {
    const host = `hop-${index}.example`;
    // Every other one by a second redirect.
    const via = `${host.replace("hop", "then")}`;
    redirects.set(host, index % 2 ? `https://${via}/` : target);
    redirects.set(via, target);
    return { url: urlOf(host, index), way: "redirects" };
  });
}

function urlOf(host: string, index: number): string {
  return index % 2 ? `https://${host}/x?y=${index}` : `http://${host}/`;
}

/** Of each list its first, then of each its second, and so on. */
function inTurn(lists: readonly (readonly Attempt[])[]): Attempt[] {
  const most = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: most }, (_, index) =>
    lists.flatMap((list) => list[index] ?? []),
  ).flat();
}

function parts(address: string, spell: (part: number) => string): string {
  return address
    .split(".")
    .map((part) => spell(Number(part)))
    .join(".");
}

function numberOf(address: string): number {
  return address.split(".").reduce((number, part) => number * 256 + Number(part), 0);
}

function hexOf(address: string): string {
  const number = numberOf(address);
  return `${Math.floor(number / 65_536).toString(16)}:${(number % 65_536).toString(16)}`;
}

function wide(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
}
