import { defineCommandGroup } from "../../command.ts";
import { getOutputCommand } from "./get-output.ts";
import { listOutputsCommand } from "./list-outputs.ts";

export const outputCommand = defineCommandGroup({
  name: "output",
  description: "List research outputs, or get one as a file",
  subcommands: [listOutputsCommand, getOutputCommand],
});
