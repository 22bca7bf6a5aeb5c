import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { styleText } from "node:util";

const INDENT = 13;
const BAR_WIDTH = 20;
const PAUSE_MS = 350;

/** The output of the demo. Without a terminal nothing pauses and nothing is asked. */
export class Stage {
  private readonly isInteractive: boolean;
  private readonly isApproving: boolean;

  constructor({ isApproving }: { readonly isApproving: boolean }) {
    this.isInteractive = process.stdout.isTTY === true;
    this.isApproving = isApproving || !this.isInteractive || process.stdin.isTTY !== true;
  }

  act(title: string): void {
    this.write(`\n${this.style("bold", title)}\n`);
  }

  async say(speaker: string, text: string): Promise<void> {
    this.write(`  ${this.style("cyan", speaker.padEnd(10))} ${this.wrap(text)}\n`);
    if (this.isInteractive) await sleep(PAUSE_MS);
  }

  async progress(done: number, total: number, text: string): Promise<void> {
    const filled = Math.round((BAR_WIDTH * done) / total);
    const bar = `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}`;
    this.write(`  ${this.style("green", bar)} ${String(done).padStart(2)}/${total}  ${text}\n`);
    if (this.isInteractive) await sleep(PAUSE_MS);
  }

  /** Asks the user; without a terminal or with --yes it approves and says so. */
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

  /** Wraps the text beside the speaker; without a terminal it stays on one line. */
  private wrap(text: string): string {
    if (!this.isInteractive) return text;
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
    return this.isInteractive && !process.env.NO_COLOR ? styleText(format, text) : text;
  }

  private write(text: string): void {
    process.stdout.write(text);
  }
}

/** Says nothing and approves everything. */
export class SilentStage extends Stage {
  constructor() {
    super({ isApproving: true });
  }

  override say(): Promise<void> {
    return Promise.resolve();
  }

  override progress(): Promise<void> {
    return Promise.resolve();
  }

  override async approve(): Promise<boolean> {
    return true;
  }
}
