import { defineCommandGroup } from "../../command.ts";
import { resetThemeCommand } from "./reset-theme.ts";
import { setThemeCommand } from "./set-theme.ts";
import { showThemeCommand } from "./show-theme.ts";

export const themeCommand = defineCommandGroup({
  name: "theme",
  description: "Show or change how documents look: logo, colours, fonts, language",
  subcommands: [showThemeCommand, setThemeCommand, resetThemeCommand],
});
