/** The fields of a refused result that may be long and that nothing but the log has. */
const TEXTS = ["result", "report", "resultSummary"];

type Event = Readonly<Record<string, unknown>>;

/** The event of a refused result as it is stored once retention has removed its texts. */
export function withoutTexts(event: Event, at: Date): Event {
  const left = Object.entries(event).filter(([name]) => !TEXTS.includes(name));
  const fields = TEXTS.filter((name) => name in event);
  return { ...Object.fromEntries(left), removed: { at: at.toISOString(), fields } };
}

/**
 * Whether a stored payload has the form that retention leaves. Anybody who may write to the table can give it that form: a later
 * event of the chain must have the digest of what is left (`RemovedTexts`).
 */
export function isWithoutTexts(payload: unknown): boolean {
  const event = Object(payload) as Event;
  const isMarked = event.type === "result_refused" && typeof event.removed === "object";
  return isMarked && event.removed !== null && !TEXTS.some((name) => name in event);
}

/** Collects, while the rows of a log pass by in order, which of them lost texts and what the chain says of it. */
export class RemovedTexts {
  private readonly found = new Map<number, string>();
  private readonly recorded = new Map<number, string>();

  add({ seq, payload, leftDigest }: LoggedRow): void {
    if (leftDigest !== null) this.found.set(seq, leftDigest);
    const { type, left } = Object(payload) as Event;
    if (type !== "texts_removed" || !Array.isArray(left)) return;
    for (const { seq: earlier, digest } of left.map(Object)) {
      // A second event cannot say otherwise of a row that has lost its texts already.
      if (earlier < seq && !this.recorded.has(earlier)) this.recorded.set(earlier, digest);
    }
  }

  get count(): number {
    return this.found.size;
  }

  /** Rows whose texts are gone without a record of it, or that were changed since. */
  unrecorded(): {
    readonly seq: number;
    readonly expected: string | null;
    readonly found: string;
  }[] {
    return [...this.found].flatMap(([seq, found]) => {
      const expected = this.recorded.get(seq) ?? null;
      return expected === found ? [] : [{ seq, expected, found }];
    });
  }
}

interface LoggedRow {
  readonly seq: number;
  readonly payload: unknown;
  readonly leftDigest: string | null;
}
