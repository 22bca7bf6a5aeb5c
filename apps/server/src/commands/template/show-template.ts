import { readTemplate } from "@trovella/research";
import { defineCommand } from "../../command.ts";
import { CommandFailure } from "../../exit.ts";
import { print } from "../../print.ts";
import { inOrganization } from "../in-organization.ts";
import { NAME_ARGUMENT, ORGANIZATION_OPTION, TEMPLATE_VARIABLES } from "./template-options.ts";

const NAME = "template show";

export const showTemplateCommand = defineCommand({
  name: NAME,
  description: "Print a template as JSON, to read it or to begin a new one with it",
  options: { name: NAME_ARGUMENT, organization: ORGANIZATION_OPTION },
  variables: TEMPLATE_VARIABLES,

  async run({ name, organization }) {
    const found = await inOrganization({ command: NAME, organization }, ({ context }) =>
      readTemplate(context, name),
    );
    if (!found?.template) {
      throw new CommandFailure(
        "There is no template of that name that this version can read. `trovella template list` shows all.",
      );
    }
    print(JSON.stringify(found.template, null, 2));
  },
});
