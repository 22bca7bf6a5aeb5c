import { defineCommandGroup } from "../../command.ts";
import { addTemplateCommand } from "./add-template.ts";
import { listTemplatesCommand } from "./list-templates.ts";
import { removeTemplateCommand } from "./remove-template.ts";
import { showTemplateCommand } from "./show-template.ts";

export const templateCommand = defineCommandGroup({
  name: "template",
  description: "List plan templates, or add and remove your own",
  subcommands: [
    listTemplatesCommand,
    showTemplateCommand,
    addTemplateCommand,
    removeTemplateCommand,
  ],
});
