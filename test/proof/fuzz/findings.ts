import type { Json } from "../history/record.ts";
import type { Exchange } from "./http.ts";

const ID_FIELDS = [
  "artifactId",
  "extractionId",
  "outputId",
  "feedbackId",
  "reportId",
  "executionId",
  "linkedExecutionId",
];
/** Of an artifact, an output or a source. */
const HANDLE = /^[ao]?\d+$/;

/** Statistics and problems of a fuzz run. */
export class FuzzFindings {
  calls = 0;
  malformed = 0;
  /** Requests with foreign ids compared with the same requests for unknown ids. */
  compared = 0;
  readonly problems: string[] = [];
  /** Cases for the research memory, each sent without concurrent calls. */
  memoryCases = 0;
  /** Acknowledged rows by their ids, or as `p-k7q2x9/a12` and, for sources, `p-k7q2x9/7`. */
  readonly stored = new Set<string>();
  private readonly counts = new Map<string, number>();
  private slowest = { durationMs: 0, what: "nothing" };

  /** Records an outcome. */
  note(answer: string, { durationMs }: Exchange, what: string): void {
    this.counts.set(answer, (this.counts.get(answer) ?? 0) + 1);
    if (durationMs > this.slowest.durationMs) this.slowest = { durationMs, what };
  }

  /** Records what a reply acknowledges as stored. Its handles belong to the plan of the call. */
  noteStored(reply: Json, { planId }: Json): void {
    const stored = [
      ...ID_FIELDS.map((field) => reply[field]),
      ...((reply.sourceIds ?? []) as string[]),
      ...((reply.artifacts ?? []) as unknown[]),
      ...((reply.sources ?? []) as Json[]).map(({ ref }) => String(ref)),
    ].filter((id) => typeof id === "string");
    for (const id of stored) this.stored.add(HANDLE.test(id) ? `${planId}/${id}` : id);
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
