import { argument, option } from "../../options.ts";
import { TEAM_VARIABLES } from "../with-team-database.ts";

export const TEMPLATE_VARIABLES = TEAM_VARIABLES;

export const ORGANIZATION_OPTION = option(
  "id or short name",
  "The organization whose templates are meant; needed in team mode",
);

export const NAME_ARGUMENT = argument(
  "The template's name",
  "the name of a template; `trovella template list` shows them",
);
