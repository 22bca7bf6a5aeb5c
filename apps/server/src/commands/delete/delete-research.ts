import { withTenantContext } from "@trovella/db";
import { type DeletionTarget, deleteResearch, OPERATOR, previewDeletion } from "@trovella/research";
import { type Command, defineCommand } from "../../command.ts";
import { DATABASE_VARIABLES } from "../../config.ts";
import { argument } from "../../options.ts";
import { print } from "../../print.ts";
import {
  askForConfirmation,
  DELETE_OPTIONS,
  describeCounts,
  findInOrganizations,
  ORGANIZATION_OPTION,
  withOperator,
} from "./with-deleting.ts";

interface Kind {
  readonly kind: DeletionTarget["kind"];
  readonly description: string;
  readonly example: string;
}

const KINDS: readonly Kind[] = [
  {
    kind: "plan",
    description: "Delete a plan with everything that rests on it alone",
    example: "p-k7q2x9",
  },
  {
    kind: "artifact",
    description: "Delete an artifact, and its sources that nothing cites",
    example: "p-k7q2x9/a12",
  },
  { kind: "report", description: "Delete a version of a report", example: "p-k7q2x9/o2" },
];

export const deleteResearchCommands: readonly Command[] = KINDS.map(
  ({ kind, description, example }) =>
    defineCommand({
      name: `delete ${kind}`,
      description,
      options: {
        id: argument(
          `The ${kind}, by its handle (such as ${example}) or id`,
          `the handle of a ${kind}`,
        ),
        organization: ORGANIZATION_OPTION,
        ...DELETE_OPTIONS,
      },
      variables: DATABASE_VARIABLES,

      run: ({ id, organization, "dry-run": isDry, yes, json }) =>
        withOperator(async (database) => {
          const target = { kind, id };
          const { organizationId, found } = await findInOrganizations(
            database,
            organization,
            (one) =>
              withTenantContext(database, { organizationId: one }, (context) =>
                previewDeletion(context, OPERATOR, target),
              ),
          );
          const { handle, counts } = found;
          if (isDry) {
            const text = `Deleting ${handle} would take away ${describeCounts(counts)}.`;
            print(json ? JSON.stringify({ handle, isDryRun: true, counts }) : text);
            return;
          }
          if (!yes) process.stderr.write(`${handle}: ${describeCounts(counts)}.\n`);
          const confirmation = await askForConfirmation(handle, yes);
          const deleted = await deleteResearch(database, { organizationId }, OPERATOR, {
            ...target,
            confirmation,
            now: new Date(),
          });
          const text = `Deleted ${handle}: ${describeCounts(deleted.counts)}. Backups that were made before still have it.`;
          print(json ? JSON.stringify({ handle, isDryRun: false, counts: deleted.counts }) : text);
        }),
    }),
);
