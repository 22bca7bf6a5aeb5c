import { isLoopback } from "./http/policy/hosts.ts";

interface TeamVariables {
  readonly TROVELLA_MODE?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
  readonly TROVELLA_PUBLIC_URL?: string | undefined;
  readonly TROVELLA_SECRET?: string | undefined;
}

/** The variables without which team mode would not be safe: those not set, and those too weak for it. */
export function teamProblems(config: TeamVariables): (keyof TeamVariables)[] {
  if (config.TROVELLA_MODE !== "team") return [];
  const isFine: Partial<Record<keyof TeamVariables, boolean>> = {
    DATABASE_URL: Boolean(config.DATABASE_URL),
    TROVELLA_PUBLIC_URL: isSafeOrigin(config.TROVELLA_PUBLIC_URL ?? ""),
    TROVELLA_SECRET: isStrongSecret(config.TROVELLA_SECRET ?? ""),
  };
  return (Object.keys(isFine) as (keyof TeamVariables)[]).filter((name) => !isFine[name]);
}

/** Nobody on the way can read or change what is sent there. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(address);
  const isOwnComputer = protocol === "http:" && isLoopback(hostname.replace(/^\[|\]$/g, ""));
  return (protocol === "https:" || isOwnComputer) && !(username || password || search || hash);
}

/** What clients are told about the server lies at fixed paths below its host, so it has none of its own. */
function isSafeOrigin(address: string): boolean {
  return isSafeAddress(address) && new URL(address).pathname === "/";
}

const SHORTEST_SECRET = 32;
const FEWEST_CHARACTERS = 10;
const FEWEST_STEPS = 8;

/**
 * Refuses what people type to get past a length: one character or word again and again, or rows of the alphabet and the
 * keyboard. Whatever a random generator prints is fine.
 */
export function isStrongSecret(secret: string): boolean {
  if (secret.length < SHORTEST_SECRET) return false;
  const codes = Array.from(secret, (character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return (
    new Set(codes).size >= FEWEST_CHARACTERS &&
    new Set(steps).size >= FEWEST_STEPS &&
    !isRepetition(secret)
  );
}

/** Whether it is a shorter text again and again, the last time perhaps not whole. */
function isRepetition(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period += 1) {
    if (text.startsWith(text.slice(period))) return true;
  }
  return false;
}
