export { Announcer } from "./announcer.ts";
export { CHANGE_TOPICS, type Change, type ChangeTopic } from "./change.ts";
export { ChangeFeed } from "./change-feed.ts";
export { type PlanState, readPlanStates } from "./plan-states.ts";
export { PlanWatch } from "./plan-watch.ts";
