import { readFile } from "node:fs/promises";
import path from "node:path";
import { changeTheme } from "@trovella/research";
import { defineCommand } from "../../command.ts";
import { CommandFailure } from "../../exit.ts";
import { argument, JSON_FLAG } from "../../options.ts";
import { print } from "../../print.ts";
import { inOrganization } from "../in-organization.ts";
import { ORGANIZATION_OPTION, THEME_VARIABLES } from "./theme-options.ts";

const NAME = "theme set";

export const setThemeCommand = defineCommand({
  name: NAME,
  description: "Give documents the look of a theme file; `logo` may name an image beside it",
  options: {
    file: argument("JSON file with the theme", "a JSON file with the theme"),
    organization: ORGANIZATION_OPTION,
    json: JSON_FLAG,
  },
  variables: THEME_VARIABLES,

  async run({ file, organization, json }) {
    const given = await withLogoFile(await readJson(file), path.dirname(file));
    const theme = await inOrganization({ command: NAME, organization }, ({ context, userId }) =>
      changeTheme(context, { file: given, userId }, new Date()),
    );
    const text = `Documents now have the look of ${theme.name}.\nNext: open a report as Word, PDF or web page and look at it.`;
    print(json ? JSON.stringify({ name: theme.name, hasLogo: theme.logo !== null }) : text);
  },
});

async function readJson(file: string): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(
      `${file} is not valid JSON: ${reason}. docs/themes.md shows an example.`,
    );
  }
}

async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: Error) => {
    throw new CommandFailure(`Cannot read ${file}: ${error.message}`);
  });
}

/** An image of the operator's, named relative to the theme file, in place of its base64. */
async function withLogoFile(theme: unknown, directory: string): Promise<unknown> {
  if (typeof theme !== "object" || theme === null || !("logo" in theme)) return theme;
  const { logo } = theme;
  if (typeof logo !== "string" || !/^[^:\n]{1,300}\.(?:png|jpe?g|svg|gif|webp)$/i.test(logo)) {
    return theme;
  }
  const bytes = await readFile(path.resolve(directory, logo)).catch((error: Error) => {
    throw new CommandFailure(`Cannot read the logo ${logo}: ${error.message}`);
  });
  return { ...theme, logo: bytes.toString("base64") };
}
