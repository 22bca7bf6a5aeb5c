import { defineCommand } from "../../command.ts";
import { DATABASE_VARIABLES } from "../../config.ts";
import { argument, JSON_FLAG } from "../../options.ts";
import { print } from "../../print.ts";
import { composeLocalDocument, withOutputs } from "./with-outputs.ts";

export const composeOutputCommand = defineCommand({
  name: "output compose",
  description: "Compose the output of a plan for which nobody wrote one, from what is stored",
  options: {
    plan: argument("The plan, by its handle or id", "the plan; `trovella output list` shows some"),
    json: JSON_FLAG,
  },
  variables: DATABASE_VARIABLES,

  run: ({ plan, json }) =>
    withOutputs(async (database) => {
      const { outputId, origin, isNew } = await composeLocalDocument(database, plan);
      if (json) return print(JSON.stringify({ outputId, origin, isNew }));
      const done = isNew ? `Composed ${outputId}` : `${outputId} exists already`;
      print(`${done}. Write it to a file with \`trovella output get ${outputId}\`.`);
    }),
});
