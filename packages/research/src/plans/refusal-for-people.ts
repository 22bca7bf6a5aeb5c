import { AppError, type ErrorCode } from "@trovella/foundation";

const LOOK = "Next: look at the plan as it is now.";

/** What people are told instead of the engine's sentences, which name the tools of assistants. */
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  NOT_FOUND: `The plan has no such step any more. ${LOOK}`,
  STEP_SETTLED: `This step has ended meanwhile. ${LOOK}`,
  INVALID_TRANSITION: `The step or the plan is not in a state that allows this any more. ${LOOK}`,
  STEP_REFERENCED:
    "A branching condition may still lead to this step, so it cannot be removed. Next: skip it instead.",
  INVALID_STEP_REFERENCE:
    "A step would come before a step that it waits for. Next: choose another place.",
  BUDGET_SPENT:
    "The budget of this plan is used up, so it takes no further steps. Next: raise the budget first.",
  LIMIT_EXCEEDED: "The plan has as many steps as it may have. Next: remove pending steps first.",
};

export function refusalForPeople({ code, message, details }: AppError): AppError {
  if (code === "STEP_REFERENCED" && !("conditionId" in details)) {
    return new AppError(
      code,
      "This step writes the document of the plan, so it cannot be removed. Next: edit it, or add another step that writes the document first.",
      details,
    );
  }
  // Sentences that name no tool are for people already.
  const isForPeople = !/\b[a-z]+_[a-z_]+\b|takeOver|\bcall again\b/.test(message);
  return new AppError(code, isForPeople ? message : (SENTENCES[code] ?? message), details);
}
