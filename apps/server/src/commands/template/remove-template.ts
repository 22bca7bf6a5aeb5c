import { deletePlanTemplate } from "@trovella/db/plans";
import { templateName } from "@trovella/research";
import { defineCommand } from "../../command.ts";
import { CommandFailure } from "../../exit.ts";
import { JSON_FLAG } from "../../options.ts";
import { print } from "../../print.ts";
import { inOrganization } from "../in-organization.ts";
import { NAME_ARGUMENT, ORGANIZATION_OPTION, TEMPLATE_VARIABLES } from "./template-options.ts";

const NAME = "template remove";

export const removeTemplateCommand = defineCommand({
  name: NAME,
  description: "Remove a template of your own; plans made from it stay as they are",
  options: { name: NAME_ARGUMENT, organization: ORGANIZATION_OPTION, json: JSON_FLAG },
  variables: TEMPLATE_VARIABLES,

  async run({ name, organization, json }) {
    const removed = templateName(name);
    const isRemoved = await inOrganization({ command: NAME, organization }, ({ context }) =>
      deletePlanTemplate(context, removed),
    );
    if (!isRemoved) {
      throw new CommandFailure(
        "You have no template of that name; built-in ones cannot be removed. `trovella template list` shows all.",
      );
    }
    print(json ? JSON.stringify({ removed }) : `Removed the template ${removed}.`);
  },
});
