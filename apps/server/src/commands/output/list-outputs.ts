import { defineCommand } from "../../command.ts";
import { DATABASE_VARIABLES } from "../../config.ts";
import { JSON_FLAG, option } from "../../options.ts";
import { print } from "../../print.ts";
import { describeOutputs } from "./describe-outputs.ts";
import { MAX_LISTED, readOutputs, withOutputs } from "./with-outputs.ts";

export const listOutputsCommand = defineCommand({
  name: "output list",
  description: "List the newest outputs",
  options: {
    plan: option("plan id", "Only of this plan"),
    json: JSON_FLAG,
  },
  variables: DATABASE_VARIABLES,

  run: ({ plan = null, json }) =>
    withOutputs(async (database) => {
      const outputs = await readOutputs(database, plan);
      const listed = outputs.map(({ id, ...rest }) => ({ outputId: id, ...rest }));
      print(json ? JSON.stringify({ outputs: listed }) : describeOutputs(outputs, MAX_LISTED));
    }),
});
