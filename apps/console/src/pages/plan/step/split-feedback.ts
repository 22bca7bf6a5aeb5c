/** How the engine adds what a person wanted changed to a step's instructions. */
const FEEDBACK = "\n\n---\n\nUser feedback: ";

/** The instructions as they were written, and what people added in reviews. */
export function splitFeedback(instructions: string): {
  readonly written: string;
  readonly feedback: readonly string[];
} {
  const [written = "", ...feedback] = instructions.split(FEEDBACK);
  return { written, feedback };
}
