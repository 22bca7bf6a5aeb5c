/** What a command tells: sentences as they come, or one JSON object at the end. */
export interface Report {
  /** For people. */
  say(...lines: string[]): void;
  /** For programs. */
  add(facts: Readonly<Record<string, unknown>>): void;
  /** For both: something to know that is no result. */
  note(sentence: string): void;
  end(): void;
}

export function createReport({ isJson }: { isJson: boolean }): Report {
  const facts: Record<string, unknown> = {};
  const notes: string[] = [];
  const say = (...lines: string[]) => {
    if (!isJson) process.stdout.write(`${lines.join("\n")}\n`);
  };
  return {
    say,
    add: (more) => void Object.assign(facts, more),
    note(sentence) {
      notes.push(sentence);
      say(sentence);
    },
    end() {
      if (isJson) process.stdout.write(`${JSON.stringify({ ...facts, notes })}\n`);
    },
  };
}
