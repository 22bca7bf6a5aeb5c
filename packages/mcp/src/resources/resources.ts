import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { withTenantContext } from "@trovella/db";
import { findOutputIds } from "@trovella/db/memory";
import {
  findPlanHandles,
  listActivePlans,
  readPlanConsistently,
  resolvePlanId,
} from "@trovella/db/plans";
import { AppError } from "@trovella/foundation";
import { type Caller, findTemplateNames } from "@trovella/research";
import { readBoardResource } from "../board/board-resource.ts";
import { withPublicErrors } from "../public-errors.ts";
import { DEFAULT_PAGE_BYTES } from "../replies/context-page.ts";
import { researchContext } from "../replies/research-context.ts";
import type { Services } from "../services.ts";
import { PROMPTS_ON_PLANS } from "../skills/prompts.ts";
import { listSkillResources, readSkillResource } from "../skills/skills.ts";
import { showInvisible } from "../text/show-invisible.ts";
import type { ConnectionSubscriptions } from "./connection-subscriptions.ts";
import {
  isOutputUri,
  listOutputResources,
  OUTPUT_TEMPLATE,
  readOutputResource,
} from "./output-resources.ts";
import { PLAN_URI, planNamedBy } from "./plan-uri.ts";
import {
  isTemplateUri,
  PLAN_TEMPLATE_TEMPLATE,
  readTemplateResource,
  TEMPLATES_RESOURCE,
} from "./template-resources.ts";

const PROFILE = "trovella://user/profile";
const PLAN_TEMPLATE = `${PLAN_URI}{planId}`;
const JSON_TYPE = "application/json";
const MAX_LISTED = 50;
const MAX_COMPLETIONS = 20;
const MAX_COMPLETED_TEXT = 200;

const TEMPLATES = {
  resourceTemplates: [
    {
      uriTemplate: PLAN_TEMPLATE,
      name: "plan",
      title: "Research plan",
      description: "A plan with its steps and results, as get_research_context gives it",
      mimeType: JSON_TYPE,
    },
    OUTPUT_TEMPLATE,
    PLAN_TEMPLATE_TEMPLATE,
  ],
};

/** Completions of ids, by the template or prompt and its argument. */
const COMPLETED_IDS = new Map([
  [`${PLAN_TEMPLATE} planId`, findPlanHandles],
  [`${OUTPUT_TEMPLATE.uriTemplate} outputId`, findOutputIds],
  [`${PLAN_TEMPLATE_TEMPLATE.uriTemplate} templateName`, findTemplateNames],
  ...PROMPTS_ON_PLANS.map((prompt) => [`${prompt} plan`, findPlanHandles] as const),
]);

/** Resources that clients can attach to a conversation without calling a tool. */
export function addResources(
  server: Server,
  services: Services,
  callerOf: (context: ServerContext) => Caller,
): void {
  server.setRequestHandler("resources/templates/list", () => TEMPLATES);
  server.setRequestHandler("resources/list", (_request, context) =>
    withPublicErrors(services, () => listResources(services, reader(callerOf(context)))),
  );
  server.setRequestHandler("resources/read", ({ params }, context) =>
    withPublicErrors(services, async () => {
      const caller = reader(callerOf(context));
      const constant =
        readBoardResource(services, params.uri, context) ??
        (await readSkillResource(services, params.uri, context));
      return constant ?? readResource(services, caller, params.uri);
    }),
  );
  server.setRequestHandler("completion/complete", ({ params }, context) =>
    withPublicErrors(services, () => complete(services, reader(callerOf(context)), params)),
  );
}

/** For clients of the 2025 revisions with a connection of their own. */
export function addSubscriptions(
  server: Server,
  services: Services,
  subscriptions: ConnectionSubscriptions,
): void {
  server.setRequestHandler("resources/subscribe", ({ params }) =>
    withPublicErrors(services, async () => {
      const isKnown = await subscriptions.subscribe(params.uri);
      if (!isKnown) throw new ResourceNotFoundError(params.uri.slice(0, 300));
      return {};
    }),
  );
  server.setRequestHandler("resources/unsubscribe", ({ params }) => {
    subscriptions.unsubscribe(params.uri);
    return {};
  });
}

/** All resources need the permission to read. */
function reader(caller: Caller): Caller {
  if (caller.permissions.has("read")) return caller;
  throw new ProtocolError(ProtocolErrorCode.InvalidRequest, "You may not read here.");
}

async function listResources(services: Services, caller: Caller) {
  const { database } = services;
  const page = { beforeId: null, limit: MAX_LISTED, questionLength: 0 };
  const [plans, outputs] = await withTenantContext(database, caller.tenant, async (context) => [
    await listActivePlans(context, page),
    await listOutputResources(context),
  ]);
  const profile = { uri: PROFILE, name: "profile", title: "Who you are connected as" };
  return {
    resources: [
      { ...profile, mimeType: JSON_TYPE },
      TEMPLATES_RESOURCE,
      // Clients describe the server by these fields, so they hold no stored text.
      ...plans.map(({ handle }) => ({
        uri: PLAN_URI + handle,
        name: handle,
        title: "Research plan",
        description: "A plan that is not finished",
        mimeType: JSON_TYPE,
      })),
      ...outputs,
      ...(await listSkillResources(services)),
    ],
  };
}

async function readResource(services: Services, caller: Caller, uri: string) {
  if (isOutputUri(uri)) return readOutputResource(services, caller, uri);
  const content = await contentOf(services, caller, uri);
  const text = JSON.stringify(showInvisible(content, JSON.stringify(content)));
  return { contents: [{ uri, mimeType: JSON_TYPE, text }] };
}

async function contentOf(services: Services, caller: Caller, uri: string): Promise<object> {
  if (uri === PROFILE) {
    return { name: caller.userName, email: caller.userEmail, ...caller.tenant };
  }
  if (isTemplateUri(uri)) return readTemplateResource(services, caller, uri);
  const given = planNamedBy(uri);
  if (given === null) throw new ResourceNotFoundError(uri.slice(0, 300));
  const { database, console } = services;
  return withTenantContext(database, caller.tenant, async (context) =>
    readPlanConsistently(context, await resolvePlanId(context, given), (plan) =>
      researchContext(
        plan,
        { maxBytes: DEFAULT_PAGE_BYTES },
        {
          context,
          now: services.now(),
          console,
          may: (permission) => caller.permissions.has(permission),
        },
      ),
    ),
  ).catch((error) => {
    if (error instanceof AppError) throw new ResourceNotFoundError(uri.slice(0, 300));
    throw error;
  });
}

interface CompletionRequest {
  readonly ref: { readonly type: string; readonly uri?: string; readonly name?: string };
  readonly argument: { readonly name: string; readonly value: string };
}

async function complete(
  { database }: Services,
  caller: Caller,
  { ref, argument }: CompletionRequest,
) {
  const find = COMPLETED_IDS.get(`${ref.uri ?? ref.name} ${argument.name}`);
  const text = argument.value;
  const isSearchable = text.length <= MAX_COMPLETED_TEXT && !text.includes("\0");
  if (!find || !isSearchable || !text.isWellFormed()) {
    return { completion: { values: [], hasMore: false } };
  }
  const found = await withTenantContext(database, caller.tenant, (context) =>
    find(context, { text, limit: MAX_COMPLETIONS + 1 }),
  );
  const values = found.slice(0, MAX_COMPLETIONS);
  return { completion: { values, hasMore: found.length > values.length } };
}
