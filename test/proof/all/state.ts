import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** What became of a campaign. */
export interface Outcome {
  readonly isOk: boolean;
  readonly endedAt: string;
  readonly commit: string;
  readonly seconds: number;
  readonly args: readonly string[];
  readonly figures: readonly string[];
}

/** The outcomes so far, in a file that an interruption cannot damage. */
export class ProofState {
  readonly outcomes: Map<string, Outcome>;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    this.outcomes = new Map(Object.entries(read(file)));
  }

  set(name: string, outcome: Outcome): void {
    this.outcomes.set(name, outcome);
    mkdirSync(path.dirname(this.#file), { recursive: true });
    const temporary = `${this.#file}.new`;
    writeFileSync(temporary, `${JSON.stringify(Object.fromEntries(this.outcomes), null, 2)}\n`);
    renameSync(temporary, this.#file);
  }
}

function read(file: string): Record<string, Outcome> {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
