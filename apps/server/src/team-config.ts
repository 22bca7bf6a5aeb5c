import { isLoopback } from "./http/policy/hosts.ts";

interface TeamVariables {
  readonly TROVELLA_MODE?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
  readonly TROVELLA_TEAM_DATABASE?: string | undefined;
  readonly TROVELLA_PUBLIC_URL?: string | undefined;
  readonly TROVELLA_SECRET?: string | undefined;
}

export function teamProblems(config: TeamVariables): (keyof TeamVariables)[] {
  if (config.TROVELLA_MODE !== "team") return [];
  const isValid: Partial<Record<keyof TeamVariables, boolean>> = {
    // Never the embedded one by mistake: in a container it would be lost with it.
    DATABASE_URL: Boolean(config.DATABASE_URL) || config.TROVELLA_TEAM_DATABASE === "embedded",
    TROVELLA_PUBLIC_URL: isSecureOrigin(config.TROVELLA_PUBLIC_URL ?? ""),
    TROVELLA_SECRET: isStrongSecret(config.TROVELLA_SECRET ?? ""),
  };
  return (Object.keys(isValid) as (keyof TeamVariables)[]).filter((name) => !isValid[name]);
}

/** Whether only programs of this computer can follow it. */
export function isLoopbackUrl(url: string): boolean {
  return isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ""));
}

/** HTTPS, or HTTP to this computer, without credentials or query. */
export function isSecureUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password, search, hash } = new URL(url);
  const isLocal = protocol === "http:" && isLoopbackUrl(url);
  return (protocol === "https:" || isLocal) && !(username || password || search || hash);
}

/** OAuth metadata lies at fixed paths of the host, so the URL has no path of its own. */
export function isSecureOrigin(url: string): boolean {
  return isSecureUrl(url) && new URL(url).pathname === "/";
}

const MIN_SECRET_LENGTH = 32;
const MIN_DISTINCT_CHARACTERS = 10;
const MIN_DISTINCT_STEPS = 8;

/**
 * Refuses typical fillers: a repeated character or word, or rows of the alphabet and the keyboard. Output of a random
 * generator always passes.
 */
export function isStrongSecret(secret: string): boolean {
  if (secret.length < MIN_SECRET_LENGTH) return false;
  const codes = Array.from(secret, (character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return (
    new Set(codes).size >= MIN_DISTINCT_CHARACTERS &&
    new Set(steps).size >= MIN_DISTINCT_STEPS &&
    !isRepetition(secret)
  );
}

/** Whether it is a repeated shorter text, possibly cut at the end. */
function isRepetition(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period += 1) {
    if (text.startsWith(text.slice(period))) return true;
  }
  return false;
}
