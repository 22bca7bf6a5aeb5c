import type { Exchange } from "./fuzz-http.ts";

/** What a run has seen and what of it should not have been. */
export class FuzzFindings {
  calls = 0;
  malformed = 0;
  /** Questions about foreign ids that were compared with the same about unknown ones. */
  compared = 0;
  readonly problems: string[] = [];
  private readonly counts = new Map<string, number>();
  private slowest = { durationMs: 0, what: "nothing" };

  /** Takes note of an answer of some kind to some question. */
  note(answer: string, { durationMs }: Exchange, what: string): void {
    this.counts.set(answer, (this.counts.get(answer) ?? 0) + 1);
    if (durationMs > this.slowest.durationMs) this.slowest = { durationMs, what };
  }

  report(): string[] {
    const counts = [...this.counts]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, count]) => `${name} ${count}`);
    return [
      `answers: ${counts.join(", ")}`,
      `${this.compared} questions about foreign ids compared with unknown ones`,
      `slowest: ${Math.round(this.slowest.durationMs)} ms (${this.slowest.what})`,
    ];
  }
}
