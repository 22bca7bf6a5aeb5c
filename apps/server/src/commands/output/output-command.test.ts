import { describe, expect, it } from "vitest";
import { CommandFailure, EXIT } from "../../exit.ts";
import { outputCommand } from "./output-command.ts";

describe("trovella output", () => {
  it.each([
    [[], /needs a command\./],
    [["print"], /has no command "print": it takes list, get or compose\./],
    [["get"], /`trovella output get` needs the id of an output/],
    [["get", "out_1", "--format", "odt"], /has no format "odt": it takes markdown, html, docx/],
    [["get", "out_1", "--out", "-", "--json"], /cannot print both the file and JSON/],
    [["get", "out_1", "--latest", "plan_1"], /`trovella output get` has no option --latest\./],
    [
      ["get", "out_1", "--changes-since", "0"],
      /takes the number of a version after --changes-since/,
    ],
    [
      ["get", "out_1", "--changes-since", "1", "--format", "html"],
      /shows changes in Word documents/,
    ],
    [["get", "out_1", "out_2"], /does not take the argument "out_2"/],
    [["get", "out_1", "--out"], /needs a value after --out/],
    [["compose"], /`trovella output compose` needs the plan/],
    [["list", "out_1"], /`trovella output list` does not take the argument "out_1"\./],
    [["list", "--force"], /`trovella output list` has no option --force\./],
    [["list", "--format", "docx"], /`trovella output list` has no option --format\./],
  ])("is called wrongly with %j", async (options, message) => {
    const failure = await outputCommand.run(options).then(
      () => null,
      (error) => error,
    );
    expect(failure).toBeInstanceOf(CommandFailure);
    expect([failure.exitCode, failure.message]).toEqual([
      EXIT.usage,
      expect.stringMatching(message),
    ]);
  });
});
