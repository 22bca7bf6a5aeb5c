import { randomFillSync, randomInt } from "node:crypto";

export const ID_PREFIXES = {
  organization: "org",
  user: "usr",
  member: "mem",
  invitation: "inv",
  session: "ses",
  account: "acc",
  client: "client",
  grant: "grant",
  plan: "plan",
  step: "step",
  condition: "cond",
  review: "rev",
  audit: "aud",
  template: "tpl",
  call: "call",
  process: "proc",
  artifact: "art",
  source: "src",
  capture: "cap",
  claim: "clm",
  evidence: "evi",
  claimAudit: "cau",
  extraction: "extr",
  output: "out",
  feedback: "fb",
  report: "rep",
  usage: "use",
  skillExecution: "exec",
  notification: "evt",
  delivery: "dlv",
  webhook: "wh",
  webhookAttempt: "wha",
  token: "pat",
  shareLink: "shl",
  securityEvent: "sec",
} as const;

/** A text id: a prefix for its kind, then a time-ordered UUID, so that new rows are stored together. */
export function newId(kind: keyof typeof ID_PREFIXES): string {
  return `${ID_PREFIXES[kind]}_${uuidV7()}`;
}

/** Without vowels, and without characters that are easily mistaken for another. */
const HANDLE_ALPHABET = "23456789bcdfghjkmnpqrstvwxz";

/** The short name of a new plan; whether it is free in the organization is for its index to say. */
export function newHandle(): string {
  return `p-${randomText(6)}`;
}

/** Short, since a model repeats it with every call on its step. */
export function newLeaseToken(): string {
  return randomText(10);
}

function randomText(length: number): string {
  const characters = Array.from(
    { length },
    () => HANDLE_ALPHABET[randomInt(HANDLE_ALPHABET.length)],
  );
  return characters.join("");
}

const MAX_SEED = 2 ** 25;
const MAX_COUNTER = 2 ** 26;
const last = { ms: 0, counter: 0 };

/** RFC 9562, version 7, without hyphens: a counter with a random start keeps ids of one millisecond in order. */
function uuidV7(): string {
  const now = Date.now();
  if (now > last.ms) Object.assign(last, { ms: now, counter: randomInt(MAX_SEED) });
  else last.counter += 1;
  // The clock of the ids may run ahead of a clock that stands still or goes back.
  if (last.counter === MAX_COUNTER) Object.assign(last, { ms: last.ms + 1, counter: 0 });
  const time = last.ms.toString(16).padStart(12, "0");
  const high = (0x7000 + (last.counter >>> 14)).toString(16);
  const low = (0x8000 + (last.counter & 0x3fff)).toString(16);
  return `${time}${high}${low}${randomHex(6)}`;
}

/** Random bytes are drawn many at a time: one draw costs as much as a whole id. */
const pool = Buffer.alloc(3_072);
let drawn = pool.length;

function randomHex(bytes: number): string {
  if (drawn + bytes > pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  drawn += bytes;
  return pool.toString("hex", drawn - bytes, drawn);
}

/** Ids begin with the time at which they were made: those of plans created later are greater than this. */
export function planIdAt(timeMs: number): string {
  return `${ID_PREFIXES.plan}_${Math.max(0, timeMs).toString(16).padStart(12, "0")}`;
}
