import { accountRouter } from "./routers/account.ts";
import { grantRouter } from "./routers/grant.ts";
import { invitationRouter } from "./routers/invitation.ts";
import { memberRouter } from "./routers/member.ts";
import { artifactRouter, feedbackRouter, outputRouter, toolCallRouter } from "./routers/memory.ts";
import { organizationRouter } from "./routers/organization.ts";
import { homeRouter, insightsRouter } from "./routers/overview.ts";
import { researchPlanRouter } from "./routers/research-plan.ts";
import { reviewRouter } from "./routers/review.ts";
import { searchRouter } from "./routers/search.ts";
import { connectRouter, settingsRouter } from "./routers/server.ts";
import { skillExecutionRouter } from "./routers/skill-execution.ts";
import { tokenRouter } from "./routers/token.ts";
import { createCallerFactory, router } from "./trpc.ts";

export const appRouter = router({
  home: homeRouter,
  skillExecution: skillExecutionRouter,
  researchPlan: researchPlanRouter,
  review: reviewRouter,
  artifact: artifactRouter,
  output: outputRouter,
  feedback: feedbackRouter,
  toolCall: toolCallRouter,
  search: searchRouter,
  insights: insightsRouter,
  connect: connectRouter,
  settings: settingsRouter,
  organization: organizationRouter,
  member: memberRouter,
  invitation: invitationRouter,
  token: tokenRouter,
  grant: grantRouter,
  account: accountRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures without a transport. */
export const createCaller = createCallerFactory(appRouter);
