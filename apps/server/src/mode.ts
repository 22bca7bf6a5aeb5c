import type { Config } from "./config.ts";
import { CommandFailure, EXIT } from "./exit.ts";
import { isLoopback } from "./http/policy/hosts.ts";
import { isLoopbackUrl } from "./team-config.ts";

/** For commands that act as the local user, which team mode does not have. */
export function requireLocalMode({ TROVELLA_MODE }: Config, command: string): void {
  if (TROVELLA_MODE === "local") return;
  throw new CommandFailure(
    `\`trovella ${command}\` acts as the local user, which team mode does not have. Next: use the console, or connect a client over HTTP with a token.`,
    EXIT.usage,
  );
}

export function requireTeamMode({ TROVELLA_MODE }: Config): void {
  if (TROVELLA_MODE === "team") return;
  throw new CommandFailure(
    "Local mode has no sign-in: there is one local user, and no tokens are needed. Next: set TROVELLA_MODE=team if people should sign in; `trovella --help` lists its settings.",
    EXIT.notConfigured,
  );
}

/** Local mode has no sign-in, so it does not listen for other computers by mistake. */
export function requireLoopbackOrConsent(
  config: Pick<Config, "TROVELLA_MODE" | "HOST" | "TROVELLA_LOCAL_NETWORK">,
): void {
  if (config.TROVELLA_MODE !== "local" || isLoopback(config.HOST)) return;
  if (config.TROVELLA_LOCAL_NETWORK === "allow") return;
  throw new CommandFailure(
    `Local mode has no sign-in, and ${config.HOST} may be reached by other computers, which could then read and change everything. Next: leave HOST at 127.0.0.1; or set TROVELLA_LOCAL_NETWORK=allow if that is meant, for example in a container whose port is published on loopback alone; or set TROVELLA_MODE=team so that people sign in.`,
    EXIT.notConfigured,
  );
}

/** A team whose URL leads elsewhere could not sign in, and one without encryption must not be reachable by others. */
export function requireReachableTeam(
  config: Pick<
    Config,
    "TROVELLA_TEAM_DATABASE" | "TROVELLA_MODE" | "TROVELLA_PUBLIC_URL" | "HOST" | "PORT"
  >,
): void {
  const { TROVELLA_MODE: mode, TROVELLA_TEAM_DATABASE: kind, TROVELLA_PUBLIC_URL: url } = config;
  if (mode !== "team" || kind !== "embedded" || !url || !isLoopbackUrl(url)) return;
  if (!isLoopback(config.HOST)) {
    throw new CommandFailure(
      `The public URL ${url} is for this machine alone, but ${config.HOST} may be reached by other computers, which would sign in unencrypted. Next: leave HOST at 127.0.0.1; or put a proxy or a tunnel with TLS in front and give its URL with --public-url.`,
      EXIT.notConfigured,
    );
  }
  const port = Number(new URL(url).port || 80);
  if (new URL(url).protocol === "https:" || port === config.PORT) return;
  throw new CommandFailure(
    `The public URL is ${url}, but the port is ${config.PORT}: sign-in and links would lead nowhere. Next: leave the port out, or add --team --public-url http://127.0.0.1:${config.PORT}.`,
    EXIT.usage,
  );
}
