import { ABOUT } from "../about.ts";
import { defineCommand } from "../command.ts";
import { flag } from "../options.ts";
import { print } from "../print.ts";

export const versionCommand = defineCommand({
  name: "version",
  description: "Show the version of Trovella",
  options: {
    json: flag("Print name, version and Node.js version as JSON"),
  },

  async run({ json }) {
    print(json ? JSON.stringify(ABOUT) : `${ABOUT.name} ${ABOUT.version}`);
  },
});
