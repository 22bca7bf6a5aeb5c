import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJson, removeJson, setJson } from "./json-text.ts";

const PATH = ["mcpServers", "trovella"];
const ENTRY = { command: "node", args: ["mcp"] };
const SHOWN =
  '"trovella": {\n      "command": "node",\n      "args": [\n        "mcp"\n      ]\n    }';

describe("setJson", () => {
  it.each(["", " \n", "{}"])("makes a whole file out of %j", (text) => {
    const result = setJson(text, PATH, ENTRY);
    expect(result.trimEnd()).toBe(`{\n  "mcpServers": {\n    ${SHOWN}\n  }\n}`);
  });

  it.each([
    ["a comment behind the last entry", '    "x": {} // mine', '    "x": {}, // mine'],
    ["a comma behind the last entry", '    "x": {},', '    "x": {},', ","],
    ["a comma and a comment", '    "x": {}, // mine', '    "x": {}, // mine', ","],
    ["a comment of several lines", '    "x": {} /* a\n b */', '    "x": {}, /* a\n b */'],
  ])("leaves everything in place beside %s", (_case, before, after, comma = "") => {
    const text = (middle: string) => `{\n  // top\n  "mcpServers": {\n${middle}\n  }\n}\n`;
    expect(setJson(text(before), PATH, ENTRY)).toBe(text(`${after}\n    ${SHOWN}${comma}`));
  });

  it("keeps comments of an empty object above the entry", () => {
    const text = (middle: string) => `{\n  "mcpServers": {\n    // none yet\n${middle}  }\n}\n`;
    expect(setJson(text(""), PATH, ENTRY)).toBe(text(`    ${SHOWN}\n`));
  });

  it("keeps a file on one line that stands on one line", () => {
    expect(setJson('{"a":1,"mcpServers":{"x":{}}}', PATH, ENTRY)).toBe(
      '{"a":1,"mcpServers":{"x":{},"trovella":{"command":"node","args":["mcp"]}}}',
    );
    expect(setJson('{"a":1}', PATH, 1)).toBe('{"a":1,"mcpServers":{"trovella":1}}');
  });

  it("keeps CRLF line endings and tabs", () => {
    expect(setJson('{\r\n\t"a": 1\r\n}\r\n', ["b"], { c: 1 })).toBe(
      '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": 1\r\n\t}\r\n}\r\n',
    );
  });

  it("replaces a value where it stands and leaves the comments beside it", () => {
    const text = (command: string) =>
      `{\n  "mcpServers": {\n    "trovella": {\n      // mine\n      "command": "${command}", // too\n      "args": []\n    }\n  }\n}\n`;
    expect(setJson(text("old"), [...PATH, "command"], "new")).toBe(text("new"));
  });

  it.each([
    ["[]", "the whole is not a JSON object"],
    ['{"mcpServers": []}', '"mcpServers" is not a JSON object'],
    ['{"mcpServers": null}', '"mcpServers" is not a JSON object'],
    ['{"mcpServers": {}, "mcpServers": {}}', 'it has "mcpServers" twice'],
    ['{"mcpServers": {"trovella": 1, "trovella": 2}}', 'it has "trovella" twice'],
    ['{\n"a": 1\n"b": 2}', "line 3 is not valid JSON"],
    ["{", "line 1 is not valid JSON"],
    ['{"a": 1} x', "line 1 is not valid JSON"],
    ["// only a comment", "line 1 is not valid JSON"],
  ])("refuses %j", (text, problem) => {
    expect(() => setJson(text, PATH, ENTRY)).toThrow(problem);
    expect(() => readJson(text, PATH)).toThrow(problem);
  });
});

it("refuses a text that is nested without end", () => {
  expect(() => readJson("[".repeat(200_000), PATH)).toThrow("it is nested too deeply");
});

describe("removeJson", () => {
  it.each([
    ["the only entry", '{\n  "s": {\n    "t": 1\n  }\n}\n', '{\n  "s": {}\n}\n'],
    [
      "the first",
      '{\n  "s": {\n    "t": 1,\n    "x": 2\n  }\n}\n',
      '{\n  "s": {\n    "x": 2\n  }\n}\n',
    ],
    [
      "the last",
      '{\n  "s": {\n    "x": 2, // c\n    "t": 1\n  }\n}\n',
      '{\n  "s": {\n    "x": 2 // c\n  }\n}\n',
    ],
    ["one on one line", '{"s":{"x":2,"t":1}}', '{"s":{"x":2}}'],
    ["the first on one line", '{"s":{"t":1, "x":2}}', '{"s":{"x":2}}'],
    [
      "one beside a comment",
      '{ "s": {\n    "t": 1, // c\n    "x": 2\n} }',
      '{ "s": {\n    // c\n    "x": 2\n} }',
    ],
  ])("takes away %s", (_case, before, after) => {
    expect(removeJson(before, ["s", "t"])).toBe(after);
  });

  it.each(["", "{}", '{"s":{"x":1}}', '{"x":{"t":1}}'])("leaves %j, which lacks it", (text) => {
    expect(removeJson(text, ["s", "t"])).toBe(text);
  });

  it("gives back every byte that setJson was given", () => {
    fc.assert(
      fc.property(files, (text) => {
        const changed = setJson(text, PATH, ENTRY);
        expect(readJson(changed, PATH)).toEqual(ENTRY);
        expect(removeJson(changed, PATH)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });
});

/** Files with at least one other server, in all kinds of layout. */
const files = fc
  .record({
    eol: fc.constantFrom("\n", "\r\n"),
    indent: fc.constantFrom("  ", "    ", "\t"),
    isSpread: fc.boolean(),
    servers: fc.array(
      fc.record({
        value: fc.constantFrom("{}", '{"command": "a,b // c"}', "null", '[1, "}"]'),
        comment: fc.constantFrom("", " // note, with } and {", " /* note */"),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    endsWithComma: fc.boolean(),
    lastLine: fc.constantFrom("", "// the end"),
    after: fc.constantFrom("", ', "other": [1, 2]'),
  })
  .map((file) => {
    const isSpread = file.isSpread || file.servers.some(({ comment }) => comment.includes("//"));
    const eol = isSpread ? file.eol : "";
    const [one, two] = isSpread ? [file.indent, file.indent.repeat(2)] : ["", ""];
    const lines = file.servers.map(({ value, comment }, index) => {
      const isLast = index === file.servers.length - 1;
      return `${two}"s${index}": ${value}${!isLast || file.endsWithComma ? "," : ""}${comment}`;
    });
    if (isSpread && file.lastLine) lines.push(two + file.lastLine);
    return `{${eol}${one}"mcpServers": {${eol}${lines.join(eol)}${eol}${one}}${file.after}${eol}}${file.eol}`;
  });
