import type { Exchange } from "./http.ts";

/** What a run has seen and what of it should not have been. */
export class FuzzFindings {
  calls = 0;
  malformed = 0;
  /** Questions about foreign ids that were compared with the same about unknown ones. */
  compared = 0;
  readonly problems: string[] = [];
  /** Cases made for the research memory, each sent while nothing else happened. */
  memoryCases = 0;
  /** The ids under which something was acknowledged as stored. */
  readonly stored = new Set<string>();
  private readonly counts = new Map<string, number>();
  private slowest = { durationMs: 0, what: "nothing" };

  /** Takes note of an answer of some kind to some question. */
  note(answer: string, { durationMs }: Exchange, what: string): void {
    this.counts.set(answer, (this.counts.get(answer) ?? 0) + 1);
    if (durationMs > this.slowest.durationMs) this.slowest = { durationMs, what };
  }

  /** Takes note of what a reply says was stored. */
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
      `${this.memoryCases} cases made for the research memory; ${this.stored.size} rows acknowledged as stored`,
      `${this.compared} questions about foreign ids compared with unknown ones`,
      `slowest: ${Math.round(this.slowest.durationMs)} ms (${this.slowest.what})`,
    ];
  }
}
