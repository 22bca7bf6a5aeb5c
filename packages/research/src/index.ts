export { ALL_PERMISSIONS, type Caller } from "./caller.ts";
export { type CommandScope, decideChange, handleCommand } from "./plans/handle-command.ts";
export { saveAndCommit } from "./plans/save-and-commit.ts";
export { decideReview, type ReviewVerdict } from "./reviews/decide-review.ts";
