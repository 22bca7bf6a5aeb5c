import type { Config } from "./config.ts";
import { CommandFailure, EXIT } from "./exit.ts";

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
