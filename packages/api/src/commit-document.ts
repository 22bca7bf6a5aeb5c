import { withStoringContext } from "@trovella/db";
import { AppError } from "@trovella/foundation";
import { type Caller, composeDocument, readOutputWithSources } from "@trovella/research";
import type { ApiServices } from "./context.ts";
import { orNotFound } from "./or-not-found.ts";

/** The latest output of the plan, composed from what is stored if there is none. */
export async function commitDocument(
  services: Pick<ApiServices, "database" | "now" | "onStored">,
  { tenant }: Caller,
  planId: string,
) {
  const { isNew, output } = await withStoringContext(services.database, tenant, async (context) => {
    const document = await composeDocument(context, planId, { now: services.now() });
    if (!document) throw nothingStored();
    const found = orNotFound(await readOutputWithSources(context, document.id), "output");
    return { isNew: document.isNew, output: found.output };
  });
  if (isNew) services.onStored(tenant);
  const { content, ...head } = output;
  return { ...head, characters: content.length, isNew };
}

function nothingStored(): AppError {
  return new AppError(
    "NOT_FOUND",
    "Nothing is stored for this plan yet, so there is nothing to compose a document from. Next: wait for the first finding or result.",
  );
}
