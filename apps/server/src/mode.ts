import type { Config } from "./config.ts";
import { CommandFailure, EXIT } from "./exit.ts";
import { isLoopback } from "./http/policy/hosts.ts";

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
