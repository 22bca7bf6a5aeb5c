import { findUserByEmail, listMemberships } from "@trovella/db/identity";
import { deletePerson, OPERATOR, previewPersonDeletion } from "@trovella/research";
import { defineCommand } from "../../command.ts";
import { CommandFailure, EXIT } from "../../exit.ts";
import { formatCount } from "../../format-count.ts";
import { flag, option, requiredOption } from "../../options.ts";
import { print } from "../../print.ts";
import { TEAM_VARIABLES, type Team, withTeamDatabase } from "../with-team-database.ts";
import { askForConfirmation, DELETE_OPTIONS } from "./with-deleting.ts";

export const deletePersonCommand = defineCommand({
  name: "delete person",
  description: "Delete a person's account, and their name and address from everything",
  options: {
    email: requiredOption("address", "E-mail address of the person"),
    heir: option("address", "The member who gets the plans that the person started"),
    "delete-plans": flag("Delete the plans that the person started"),
    ...DELETE_OPTIONS,
  },
  variables: TEAM_VARIABLES,

  run: ({ email, heir, "delete-plans": isDeletingPlans, "dry-run": isDry, yes, json }) =>
    withTeamDatabase(async (team) => {
      const userId = await requireUserId(team, email);
      const [membership] = await listMemberships(team.database, userId);
      if (!membership)
        throw new CommandFailure(
          `${email} is a member of no organization. Use \`trovella user remove\`.`,
        );
      const tenant = { organizationId: membership.organizationId };
      const preview = await previewPersonDeletion(team.database, tenant, OPERATOR, userId);
      if (isDry) {
        const text = `Deleting ${email} would take away the account; ${formatCount(preview.plans, "plan")} would be handed over or deleted.`;
        print(json ? JSON.stringify({ isDryRun: true, plans: preview.plans }) : text);
        return;
      }
      if (preview.plans > 0 && (heir === undefined) !== isDeletingPlans) {
        throw new CommandFailure(
          `${email} started ${formatCount(preview.plans, "plan")}: name who gets them with --heir, or add --delete-plans.`,
          EXIT.usage,
        );
      }
      const heirId = heir === undefined ? null : await requireUserId(team, heir);
      const confirmation = await askForConfirmation(preview.email, yes);
      await deletePerson(team.database, tenant, OPERATOR, {
        userId,
        confirmation,
        heirId,
        now: new Date(),
      });
      const text = `Deleted the data of ${email}. Backups that were made before still have it.`;
      print(json ? JSON.stringify({ isDryRun: false, plans: preview.plans }) : text);
    }),
});

async function requireUserId({ database }: Team, email: string): Promise<string> {
  const user = await findUserByEmail(database, email);
  if (user) return user.userId;
  throw new CommandFailure(
    `No account has the e-mail address ${email}. \`trovella user list\` shows all.`,
  );
}
