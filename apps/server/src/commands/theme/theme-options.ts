import { option } from "../../options.ts";
import { TEAM_VARIABLES } from "../with-team-database.ts";

export const THEME_VARIABLES = TEAM_VARIABLES;

export const ORGANIZATION_OPTION = option(
  "id or short name",
  "The organization whose documents are meant; needed in team mode",
);
