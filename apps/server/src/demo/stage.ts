import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { styleText } from "node:util";

const BAR_WIDTH = 20;
const PAUSE_MS = 350;

/** What the audience sees. Where nobody watches, nothing waits and nothing is asked. */
export class Stage {
  /** Whether somebody sits at a terminal. */
  private readonly isWatched: boolean;
  private readonly isApproving: boolean;

  constructor({ isApproving }: { readonly isApproving: boolean }) {
    this.isWatched = process.stdout.isTTY === true;
    this.isApproving = isApproving || !this.isWatched || process.stdin.isTTY !== true;
  }

  act(title: string): void {
    this.write(`\n${this.style("bold", title)}\n`);
  }

  async tell(who: string, text: string): Promise<void> {
    this.write(`  ${this.style("cyan", who.padEnd(10))} ${text}\n`);
    if (this.isWatched) await sleep(PAUSE_MS);
  }

  async progress(done: number, total: number, text: string): Promise<void> {
    const filled = Math.round((BAR_WIDTH * done) / total);
    const bar = `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}`;
    this.write(`  ${this.style("green", bar)} ${String(done).padStart(2)}/${total}  ${text}\n`);
    if (this.isWatched) await sleep(PAUSE_MS);
  }

  /** Whether the person approves; without one, it is approved and said so. */
  async approve(question: string): Promise<boolean> {
    this.write(`  ${this.style("yellow", "Checkpoint")} ${question}\n`);
    if (this.isApproving) {
      this.write("             Approved without asking (--yes, or no terminal).\n");
      return true;
    }
    const reader = createInterface({ input: process.stdin, output: process.stdout });
    try {
      const answer = await reader.question("             Approve? [Y/n] ");
      return !/^\s*n/i.test(answer);
    } finally {
      reader.close();
    }
  }

  line(text = ""): void {
    this.write(`${text}\n`);
  }

  private style(format: "bold" | "cyan" | "green" | "yellow", text: string): string {
    return this.isWatched && !process.env.NO_COLOR ? styleText(format, text) : text;
  }

  private write(text: string): void {
    process.stdout.write(text);
  }
}
