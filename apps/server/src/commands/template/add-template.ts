import { readFile } from "node:fs/promises";
import path from "node:path";
import { saveTemplate } from "@trovella/research";
import { defineCommand } from "../../command.ts";
import { CommandFailure } from "../../exit.ts";
import { formatCount } from "../../format-count.ts";
import { argument, JSON_FLAG, option } from "../../options.ts";
import { print } from "../../print.ts";
import { inOrganization } from "../in-organization.ts";
import { ORGANIZATION_OPTION, TEMPLATE_VARIABLES } from "./template-options.ts";

const NAME = "template add";

export const addTemplateCommand = defineCommand({
  name: NAME,
  description: "Add a template from a file, or replace your own of that name",
  options: {
    file: argument("JSON file with the template", "a JSON file with the template"),
    name: option("name", "Its name; by default that of the file without .json"),
    organization: ORGANIZATION_OPTION,
    json: JSON_FLAG,
  },
  variables: TEMPLATE_VARIABLES,

  async run({ file, name = path.basename(file, ".json"), organization, json }) {
    const value = await readJson(file);
    const saved = await inOrganization({ command: NAME, organization }, ({ context, userId }) =>
      saveTemplate(context, { name, value, createdBy: userId }),
    );
    const { isReplaced, template } = saved;
    const steps = template.steps.length;
    const text = [
      `${isReplaced ? "Replaced" : "Added"} the template ${saved.name} with ${formatCount(steps, "step")}.`,
      `Next: ask your assistant for a plan with the template ${saved.name}.`,
    ].join("\n");
    print(json ? JSON.stringify({ name: saved.name, isReplaced, steps }) : text);
  },
});

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new CommandFailure(`Cannot read ${file}: ${error.message}`);
  });
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(
      `${file} is not valid JSON: ${reason}. docs/templates.md shows an example.`,
    );
  }
}
