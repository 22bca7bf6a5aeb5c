import { REVIEW_DECISIONS, type ReviewDecision } from "@trovella/plan-engine";

/** The note about a decision on its way, in the browser's storage. */
export interface LeftDecision {
  readonly planId: string;
  readonly reviewId: string;
  readonly decision: ReviewDecision;
  readonly handle: string;
  readonly title: string;
  /** If the note is still there then, the decision never arrived. */
  readonly lostAt: number;
}

export interface NoteStorage {
  keys(): readonly string[];
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

const PREFIX = "trovella-decision-";
const MAX_DELAY_MS = 20_000;
const MAX_NOTES = 20;
const MAX_AGE_MS = 30 * 86_400_000;

/** Notes survive the page, so that a decision that was never saved is not lost in silence. */
export function createDecisionNotes(storage: NoteStorage) {
  const read = (reviewId: string) => parseNote(storage.get(PREFIX + reviewId));
  return {
    read,
    write: (note: LeftDecision) => storage.set(PREFIX + note.reviewId, JSON.stringify(note)),
    remove: (reviewId: string) => storage.remove(PREFIX + reviewId),
    /** Notes that are of no use any more are removed, for instance of reviews that were deleted. */
    list(now: number): LeftDecision[] {
      const notes: LeftDecision[] = [];
      for (const key of storage.keys().filter((each) => each.startsWith(PREFIX))) {
        const note = parseNote(storage.get(key));
        const isUseful = note !== null && now - note.lostAt < MAX_AGE_MS;
        if (isUseful && notes.length < MAX_NOTES) notes.push(note);
        else storage.remove(key);
      }
      return notes;
    },
  };
}

/** How long to wait until a note means that its decision was lost; a clock that was set back does not make it days. */
export function checkDelayMs({ lostAt }: Pick<LeftDecision, "lostAt">, now: number): number {
  return Math.min(Math.max(0, lostAt - now), MAX_DELAY_MS);
}

function parseNote(text: string | null): LeftDecision | null {
  try {
    const note = JSON.parse(text ?? "null") as Partial<LeftDecision> | null;
    const texts = [note?.planId, note?.reviewId, note?.handle, note?.title];
    const isNote =
      texts.every((value) => typeof value === "string") &&
      Number.isFinite(note?.lostAt) &&
      REVIEW_DECISIONS.some((known) => known === note?.decision);
    return isNote ? (note as LeftDecision) : null;
  } catch {
    return null;
  }
}
