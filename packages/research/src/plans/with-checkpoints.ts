import type { Template } from "@trovella/skills";

export const CHECKPOINT_PLACES = ["start", "answer"] as const;
export type CheckpointPlace = (typeof CHECKPOINT_PLACES)[number];

const START =
  "Before any search, show the person (request_user_review) how you understand the question <question>, the steps you are going to take and what you will leave out. Ask whether that is what they want.";
const ANSWER =
  "Show the person (request_user_review) what was found, how sure it is, what contradicts it and what is open. Ask whether the answer can be written from this.";

/** The template with a checkpoint at each of these places, unless it has one there. */
export function withCheckpoints(template: Template, places: readonly CheckpointPlace[]): Template {
  const answered = places.includes("answer") ? beforeAnswer(template) : template;
  return places.includes("start") ? beforeStart(answered) : answered;
}

export function hasCheckpoint({ steps }: Pick<Template, "steps">): boolean {
  return steps.some(({ stepType, requiresReview }) => requiresReview ?? stepType === "checkpoint");
}

/** Every step that waits for nothing waits for the checkpoint. */
function beforeStart(template: Template): Template {
  const key = freeKey(template, "startReview");
  const steps = template.steps.map((step) => ({
    ...step,
    dependsOn: step.dependsOn?.length ? step.dependsOn : [key],
  }));
  const checkpoint = { key, stepType: "checkpoint", instructions: START };
  return { ...template, steps: [checkpoint, ...steps] };
}

/** The last step waits for the checkpoint, and the checkpoint for all before it. */
function beforeAnswer(template: Template): Template {
  const last = template.steps.at(-1);
  if (!last || hasCheckpoint(template)) return template;
  const key = freeKey(template, "answerReview");
  const earlier = template.steps.slice(0, -1);
  const dependsOn = earlier.map((step) => step.key);
  const checkpoint = { key, stepType: "checkpoint", instructions: ANSWER, dependsOn };
  const answer = { ...last, dependsOn: [...(last.dependsOn ?? []), key] };
  return { ...template, steps: [...earlier, checkpoint, answer] };
}

function freeKey({ steps }: Template, wanted: string): string {
  const isTaken = (key: string) => steps.some((step) => step.key === key);
  let key = wanted;
  for (let number = 2; isTaken(key); number++) key = `${wanted}${number}`;
  return key;
}
