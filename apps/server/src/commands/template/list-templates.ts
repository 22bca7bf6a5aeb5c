import { listTemplates, type NamedTemplate } from "@trovella/research";
import { defineCommand } from "../../command.ts";
import { formatCount } from "../../format-count.ts";
import { JSON_FLAG } from "../../options.ts";
import { print } from "../../print.ts";
import { inOrganization } from "../in-organization.ts";
import { ORGANIZATION_OPTION, TEMPLATE_VARIABLES } from "./template-options.ts";

const NAME = "template list";

export const listTemplatesCommand = defineCommand({
  name: NAME,
  description: "List your own templates and the built-in ones",
  options: { organization: ORGANIZATION_OPTION, json: JSON_FLAG },
  variables: TEMPLATE_VARIABLES,

  async run({ organization, json }) {
    const templates = await inOrganization({ command: NAME, organization }, ({ context }) =>
      listTemplates(context),
    );
    print(json ? JSON.stringify({ templates: templates.map(summary) }) : describe(templates));
  },
});

function summary({ name, isOwn, template }: NamedTemplate) {
  return { name, isOwn, fill: template?.fill ?? null, steps: template?.steps.length ?? null };
}

function describe(templates: readonly NamedTemplate[]): string {
  const nameWidth = Math.max(...templates.map(({ name }) => name.length));
  return templates
    .map(({ name, isOwn, template }) => {
      const kind = isOwn ? "own     " : "built in";
      const places = Object.keys(template?.fill ?? {}).join(", ");
      const content = template
        ? formatCount(template.steps.length, "step") + (places && `  fill: ${places}`)
        : "not readable by this version: add it again";
      return `${name.padEnd(nameWidth)}  ${kind}  ${content}`;
    })
    .join("\n");
}
