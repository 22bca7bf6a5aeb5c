import type { Exchange } from "./http.ts";

/** Statistics and problems of a fuzz run. */
export class FuzzFindings {
  calls = 0;
  malformed = 0;
  /** Requests with foreign ids compared with the same requests for unknown ids. */
  compared = 0;
  readonly problems: string[] = [];
  /** Cases for the research memory, each sent without concurrent calls. */
  memoryCases = 0;
  /** Ids of acknowledged rows. */
  readonly stored = new Set<string>();
  private readonly counts = new Map<string, number>();
  private slowest = { durationMs: 0, what: "nothing" };

  /** Records an outcome. */
  note(answer: string, { durationMs }: Exchange, what: string): void {
    this.counts.set(answer, (this.counts.get(answer) ?? 0) + 1);
    if (durationMs > this.slowest.durationMs) this.slowest = { durationMs, what };
  }

  /** Records the ids that a reply acknowledges as stored. */
  noteStored(reply: Readonly<Record<string, unknown>>): void {
    const fields = [
      "artifactId",
      "extractionId",
      "outputId",
      "feedbackId",
      "reportId",
      "executionId",
    ];
    for (const field of fields) {
      if (typeof reply[field] === "string") this.stored.add(reply[field]);
    }
    for (const id of (reply.sourceIds ?? []) as string[]) this.stored.add(id);
  }

  report(): string[] {
    const counts = [...this.counts]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, count]) => `${name} ${count}`);
    return [
      `answers: ${counts.join(", ")}`,
      `${this.memoryCases} cases for the research memory; ${this.stored.size} rows acknowledged as stored`,
      `${this.compared} requests with foreign ids compared with unknown ones`,
      `slowest: ${Math.round(this.slowest.durationMs)} ms (${this.slowest.what})`,
    ];
  }
}
