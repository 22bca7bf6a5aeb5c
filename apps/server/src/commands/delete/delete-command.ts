import { defineCommandGroup } from "../../command.ts";
import { deletePersonCommand } from "./delete-person.ts";
import { deleteResearchCommands } from "./delete-research.ts";

export const deleteCommand = defineCommandGroup({
  name: "delete",
  description: "Delete a plan, an artifact, a report or a person's data for good",
  subcommands: [...deleteResearchCommands, deletePersonCommand],
});
