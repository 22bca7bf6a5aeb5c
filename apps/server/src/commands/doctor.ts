import { CHECK_TITLES, type Check } from "@trovella/db/maintenance";
import { defineCommand } from "../command.ts";
import { DATABASE_VARIABLES } from "../config.ts";
import { CommandFailure } from "../exit.ts";
import { formatCount } from "../format-count.ts";
import { flag } from "../options.ts";
import { print } from "../print.ts";
import { runChecks } from "../run-checks.ts";

export const doctorCommand = defineCommand({
  name: "doctor",
  description: "Check everything Trovella needs and say how to fix problems",
  options: {
    start: flag("Start the embedded PostgreSQL if it is not running"),
    json: flag("Print the checks as JSON"),
  },
  variables: ["TROVELLA_MODE", ...DATABASE_VARIABLES],

  async run({ start, json }) {
    const checks = await runChecks({ start });
    print(json ? JSON.stringify({ checks }) : checks.map(describeCheck).join("\n"));
    const failed = checks.filter(({ status }) => status === "fail").length;
    if (failed > 0) throw new CommandFailure(`${formatCount(failed, "check")} failed.`);
  },
});

const TITLE_WIDTH = Math.max(...Object.values(CHECK_TITLES).map((title) => title.length));

function describeCheck({ name, status, message, fix }: Check): string {
  const line = `${status.padEnd(4)}  ${CHECK_TITLES[name].padEnd(TITLE_WIDTH)}  ${message}`;
  return fix ? `${line}\n${" ".repeat(TITLE_WIDTH + 8)}Fix: ${fix}` : line;
}
