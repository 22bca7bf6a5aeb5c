import {
  type Database,
  openDatabase,
  type Tenant,
  type TenantContext,
  withTenantContext,
} from "@trovella/db";
import { Announcer } from "@trovella/db/changes";
import { readDecisionRule } from "@trovella/db/identity";
import { readPlan, resolvePlanId } from "@trovella/db/plans";
import { type Permission, permissionsOf, SCOPES } from "@trovella/foundation";
import { type Plan, planActivity } from "@trovella/plan-engine";
import { actOnPlan, type PersonsCommand } from "@trovella/research";
import { type Config, loadConfig } from "../../config.ts";
import { databaseSettings, requireDatabase } from "../../database.ts";
import { CommandFailure } from "../../exit.ts";
import { argument, JSON_FLAG, option } from "../../options.ts";
import { usageError } from "../../parse-options.ts";
import { print } from "../../print.ts";
import { localCaller } from "../../services/local-caller.ts";
import { readPinHash } from "../../services/review-pin.ts";
import { createPinPrompt, requireCurrentPin } from "../pin/pin-prompt.ts";
import { findMembership } from "../token/find-membership.ts";
import { TEAM_VARIABLES, withTeamDatabase } from "../with-team-database.ts";

export const PLAN_VARIABLES = TEAM_VARIABLES;

/** Who acts; the record of the plan names them. */
export const PERSON_OPTIONS = {
  as: option("address", "E-mail address of the person who acts; needed in team mode"),
  organization: option("id or short name", "Needed when that person is in several organizations"),
  json: JSON_FLAG,
};

export const PLAN_ARGUMENT = argument(
  "The plan, by its handle or id",
  "a plan; `trovella plan list` shows some",
);

export interface PersonValues {
  readonly as: string | undefined;
  readonly organization: string | undefined;
  readonly json: boolean;
}

export interface PlanScope {
  readonly context: TenantContext;
  readonly database: Database;
  readonly person: Person;
}

interface Person {
  readonly tenant: Tenant;
  readonly userId: string;
  readonly permissions: ReadonlySet<Permission>;
}

/** Runs `work` in one transaction of the person's organization. */
export async function withPlans<T>(
  command: string,
  { as, organization }: PersonValues,
  work: (scope: PlanScope) => Promise<T>,
): Promise<T> {
  const config = loadConfig(process.env);
  const inTenant = (database: Database, person: Person) =>
    withTenantContext(database, person.tenant, (context) => work({ context, database, person }));
  if (config.TROVELLA_MODE === "team") {
    if (as === undefined) throw usageError(command, "needs --as ADDRESS in team mode");
    return withTeamDatabase(async ({ database }) => {
      const { userId, organizationId, role } = await findMembership(database, {
        email: as,
        organization,
      });
      const permissions = permissionsOf(role, SCOPES);
      return inTenant(database, { tenant: { organizationId }, userId, permissions });
    });
  }
  if (as !== undefined || organization !== undefined) {
    throw usageError(command, "takes --as and --organization in team mode only");
  }
  const settings = databaseSettings(config);
  await requireDatabase(settings);
  const database = await openDatabase(settings);
  try {
    return await inTenant(database, localCaller(null));
  } finally {
    await database.close();
  }
}

/** Does to a plan what the person asks for (R37), says what came of it, and tells running servers. */
export async function actByCommand(
  command: string,
  { plan: named, ...values }: PersonValues & { readonly plan: string },
  {
    toCommand,
    done,
  }: {
    readonly toCommand: (plan: Plan) => PersonsCommand;
    readonly done: (plan: Plan) => string;
  },
): Promise<void> {
  await requirePin(loadConfig(process.env));
  await withPlans(command, values, async ({ context, database, person }) => {
    if (!person.permissions.has("write")) {
      throw new CommandFailure("That person may only read. Next: change their role first.");
    }
    const planId = await resolvePlanId(context, named);
    const before = await readPlan(context, planId);
    const { plan, events } = await actOnPlan(
      context,
      { planId, command: toCommand(before.plan) },
      {
        actor: { userId: person.userId, client: "trovella plan", via: "cli", sessionId: null },
        now: () => new Date(),
        rule: () => readDecisionRule(database, person.tenant.organizationId),
        mayReview: person.permissions.has("review"),
      },
    );
    const announcer = new Announcer(database, () => undefined);
    announcer.announce({ ...person.tenant, topics: ["plan", "review"] });
    await announcer.flush();
    const isChanged = events.length > 0;
    const reply = {
      planId: plan.handle,
      status: plan.status,
      activity: planActivity(plan, new Date()),
      planVersion: plan.version,
      isChanged,
    };
    const text = isChanged ? done(plan) : `${plan.handle} is so already; nothing was changed.`;
    print(values.json ? JSON.stringify(reply) : text);
  });
}

/** Where a review PIN is set, a program of the same user must not pass for the person. */
async function requirePin(config: Config): Promise<void> {
  if (config.TROVELLA_MODE === "team") return;
  const hash = await readPinHash(databaseSettings(config).dataDirectory);
  if (hash !== null) await requireCurrentPin(createPinPrompt(), hash);
}
