import { defineCommandGroup } from "../../command.ts";
import { composeOutputCommand } from "./compose-output.ts";
import { getOutputCommand } from "./get-output.ts";
import { listOutputsCommand } from "./list-outputs.ts";

export const outputCommand = defineCommandGroup({
  name: "output",
  description: "List research outputs, get one as a file, or compose a missing one",
  subcommands: [listOutputsCommand, getOutputCommand, composeOutputCommand],
});
