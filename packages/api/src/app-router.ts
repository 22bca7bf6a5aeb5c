import { accountRouter } from "./routers/account.ts";
import { artifactRouter } from "./routers/artifact.ts";
import { claimsRouter } from "./routers/claims.ts";
import { connectRouter } from "./routers/connect.ts";
import { csvRouter } from "./routers/csv.ts";
import { feedbackRouter } from "./routers/feedback.ts";
import { grantRouter } from "./routers/grant.ts";
import { homeRouter } from "./routers/home.ts";
import { insightsRouter } from "./routers/insights.ts";
import { invitationRouter } from "./routers/invitation.ts";
import { memberRouter } from "./routers/member.ts";
import { notificationRouter } from "./routers/notification.ts";
import { organizationRouter } from "./routers/organization.ts";
import { outputRouter } from "./routers/output.ts";
import { researchPlanRouter } from "./routers/research-plan.ts";
import { reviewRouter } from "./routers/review.ts";
import { searchRouter } from "./routers/search.ts";
import { securityEventRouter } from "./routers/security-event.ts";
import { sessionRouter } from "./routers/session.ts";
import { settingsRouter } from "./routers/settings.ts";
import { skillExecutionRouter } from "./routers/skill-execution.ts";
import { tokenRouter } from "./routers/token.ts";
import { toolCallRouter } from "./routers/tool-call.ts";
import { createCallerFactory, router } from "./trpc.ts";

export const appRouter = router({
  home: homeRouter,
  skillExecution: skillExecutionRouter,
  researchPlan: researchPlanRouter,
  review: reviewRouter,
  artifact: artifactRouter,
  claims: claimsRouter,
  output: outputRouter,
  feedback: feedbackRouter,
  toolCall: toolCallRouter,
  search: searchRouter,
  csv: csvRouter,
  insights: insightsRouter,
  connect: connectRouter,
  settings: settingsRouter,
  notification: notificationRouter,
  organization: organizationRouter,
  member: memberRouter,
  invitation: invitationRouter,
  token: tokenRouter,
  grant: grantRouter,
  account: accountRouter,
  session: sessionRouter,
  securityEvent: securityEventRouter,
});

export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
