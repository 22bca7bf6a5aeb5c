/** Output of a command: sentences as they come, or one JSON object at the end. */
export interface Report {
  /** Text output only. */
  say(...lines: string[]): void;
  /** JSON output only. */
  add(facts: Readonly<Record<string, unknown>>): void;
  /** A remark for both kinds of output. */
  note(sentence: string): void;
  end(): void;
  /** What was added and noted so far. */
  facts(): Readonly<Record<string, unknown>>;
}

export interface ReportOptions {
  readonly isJson: boolean;
  print(text: string): void;
}

export function createReport({ isJson, print }: ReportOptions): Report {
  const facts: Record<string, unknown> = {};
  const notes: string[] = [];
  const say = (...lines: string[]) => {
    if (!isJson) print(`${lines.join("\n")}\n`);
  };
  return {
    say,
    add: (more) => void Object.assign(facts, more),
    note(sentence) {
      notes.push(sentence);
      say(sentence);
    },
    end() {
      if (isJson) print(`${JSON.stringify({ ...facts, notes })}\n`);
    },
    facts: () => ({ ...facts, notes }),
  };
}
