import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { withoutColours } from "./processes.ts";

const SIZE = ["-x", "120", "-y", "60"];
const LOOK_MS = 400;
const PASTE_MS = 1_500;

/** A program in a pseudo terminal of tmux, whose server is this run's own. */
export class Terminal {
  readonly #socket: string;

  constructor(
    label: string,
    command: readonly string[],
    { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  ) {
    this.#socket = `trovella-${process.pid}-${label}`;
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const program = ["env", "-i", ...variables, ...command];
    this.#tmux("-f", "/dev/null", "new-session", "-d", ...SIZE, "-c", cwd, ...program);
  }

  /** What a person sees. */
  screen(): string {
    return withoutColours(this.#tmux("capture-pane", "-p"));
  }

  /** Presses keys as tmux names them, such as Enter, Down or Escape. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.#tmux("send-keys", key);
      // Programs drop keys that come while they draw.
      await sleep(LOOK_MS);
    }
  }

  async type(text: string): Promise<void> {
    this.#tmux("send-keys", "-l", text);
    // Keys that follow at once are taken for a part of pasted text.
    await sleep(PASTE_MS);
  }

  /** Looks at the screen until it fulfils the condition; returns it, or null when time is up. */
  async waitFor(isShown: (screen: string) => boolean, timeoutMs: number): Promise<string | null> {
    for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(LOOK_MS)) {
      const screen = this.screen();
      if (isShown(screen)) return screen;
    }
    return null;
  }

  close(): void {
    this.#tmux("kill-server");
  }

  #tmux(...args: readonly string[]): string {
    return spawnSync("tmux", ["-L", this.#socket, ...args], { encoding: "utf8" }).stdout ?? "";
  }
}
