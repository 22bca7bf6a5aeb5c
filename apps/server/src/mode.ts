import type { Config } from "./config.ts";
import { CommandFailure, EXIT } from "./exit.ts";

/** For commands that act as the one local user, whom team mode does not have. */
export function requireLocalMode({ TROVELLA_MODE }: Config, command: string): void {
  if (TROVELLA_MODE === "local") return;
  throw new CommandFailure(
    `\`trovella ${command}\` works as the local user, and in team mode there is none. Next: use the console, or connect a client over HTTP with a token.`,
    EXIT.usage,
  );
}

/** For commands about people and their tokens. */
export function requireTeamMode({ TROVELLA_MODE }: Config): void {
  if (TROVELLA_MODE === "team") return;
  throw new CommandFailure(
    "Local mode has no sign-in: there is one local user, and no tokens are needed. Next: set TROVELLA_MODE=team if people shall sign in; `trovella --help` says what it needs.",
    EXIT.notConfigured,
  );
}
