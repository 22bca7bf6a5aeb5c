import { accountRouter } from "./routers/account.ts";
import { artifactRouter } from "./routers/artifact.ts";
import { claimsRouter } from "./routers/claims.ts";
import { connectRouter } from "./routers/connect.ts";
import { csvRouter } from "./routers/csv.ts";
import { deletionRouter } from "./routers/deletion.ts";
import { feedbackRouter } from "./routers/feedback.ts";
import { grantRouter } from "./routers/grant.ts";
import { homeRouter } from "./routers/home.ts";
import { inboxRouter } from "./routers/inbox.ts";
import { insightsRouter } from "./routers/insights.ts";
import { invitationRouter } from "./routers/invitation.ts";
import { memberRouter } from "./routers/member.ts";
import { notificationRouter } from "./routers/notification.ts";
import { organizationRouter } from "./routers/organization.ts";
import { outputRouter } from "./routers/output.ts";
import { researchPlanRouter } from "./routers/research-plan.ts";
import { reviewRouter } from "./routers/review.ts";
import { sampleRouter } from "./routers/sample.ts";
import { searchRouter } from "./routers/search.ts";
import { securityEventRouter } from "./routers/security-event.ts";
import { sessionRouter } from "./routers/session.ts";
import { settingsRouter } from "./routers/settings.ts";
import { shareRouter } from "./routers/share.ts";
import { skillExecutionRouter } from "./routers/skill-execution.ts";
import { themeRouter } from "./routers/theme.ts";
import { tokenRouter } from "./routers/token.ts";
import { toolCallRouter } from "./routers/tool-call.ts";
import { createCallerFactory, router } from "./trpc.ts";

export const appRouter = router({
  home: homeRouter,
  share: shareRouter,
  skillExecution: skillExecutionRouter,
  researchPlan: researchPlanRouter,
  review: reviewRouter,
  artifact: artifactRouter,
  claims: claimsRouter,
  output: outputRouter,
  feedback: feedbackRouter,
  toolCall: toolCallRouter,
  sample: sampleRouter,
  search: searchRouter,
  csv: csvRouter,
  inbox: inboxRouter,
  insights: insightsRouter,
  connect: connectRouter,
  settings: settingsRouter,
  deletion: deletionRouter,
  notification: notificationRouter,
  organization: organizationRouter,
  member: memberRouter,
  invitation: invitationRouter,
  theme: themeRouter,
  token: tokenRouter,
  grant: grantRouter,
  account: accountRouter,
  session: sessionRouter,
  securityEvent: securityEventRouter,
});

export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
