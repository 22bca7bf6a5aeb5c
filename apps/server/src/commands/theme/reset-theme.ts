import { resetTheme } from "@trovella/research";
import { defineCommand } from "../../command.ts";
import { JSON_FLAG } from "../../options.ts";
import { print } from "../../print.ts";
import { inOrganization } from "../in-organization.ts";
import { ORGANIZATION_OPTION, THEME_VARIABLES } from "./theme-options.ts";

const NAME = "theme reset";

export const resetThemeCommand = defineCommand({
  name: NAME,
  description: "Give documents the default look again",
  options: { organization: ORGANIZATION_OPTION, json: JSON_FLAG },
  variables: THEME_VARIABLES,

  async run({ organization, json }) {
    const wasChanged = await inOrganization({ command: NAME, organization }, ({ context }) =>
      resetTheme(context),
    );
    const text = wasChanged
      ? "Documents have the default look again."
      : "Documents have the default look already.";
    print(json ? JSON.stringify({ wasChanged }) : text);
  },
});
