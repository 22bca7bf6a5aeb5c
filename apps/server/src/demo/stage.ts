import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { styleText } from "node:util";

const INDENT = 13;
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
    this.write(`  ${this.style("cyan", who.padEnd(10))} ${this.wrap(text)}\n`);
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
    this.write(`  ${this.style("yellow", "Checkpoint")} ${this.wrap(question)}\n`);
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

  /** Lines that fit beside who speaks; where nobody watches, one line each. */
  private wrap(text: string): string {
    if (!this.isWatched) return text;
    const width = Math.max(40, process.stdout.columns - INDENT - 1);
    const lines = [""];
    for (const word of text.split(" ")) {
      const last = lines.at(-1) ?? "";
      if (last && last.length + word.length >= width) lines.push(word);
      else lines[lines.length - 1] = last ? `${last} ${word}` : word;
    }
    return lines.join(`\n${" ".repeat(INDENT)}`);
  }

  private style(format: "bold" | "cyan" | "green" | "yellow", text: string): string {
    return this.isWatched && !process.env.NO_COLOR ? styleText(format, text) : text;
  }

  private write(text: string): void {
    process.stdout.write(text);
  }
}
