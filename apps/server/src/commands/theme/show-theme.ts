import { readTheme } from "@trovella/research";
import { defineCommand } from "../../command.ts";
import { print } from "../../print.ts";
import { inOrganization } from "../in-organization.ts";
import { ORGANIZATION_OPTION, THEME_VARIABLES } from "./theme-options.ts";

const NAME = "theme show";

export const showThemeCommand = defineCommand({
  name: NAME,
  description: "Print the theme of documents as JSON, to keep it or to begin a new one with it",
  options: { organization: ORGANIZATION_OPTION },
  variables: THEME_VARIABLES,

  async run({ organization }) {
    const { theme } = await inOrganization({ command: NAME, organization }, ({ context }) =>
      readTheme(context),
    );
    print(JSON.stringify(theme, null, 2));
  },
});
