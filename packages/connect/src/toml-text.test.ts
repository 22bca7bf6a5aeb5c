import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { otherStatements, readToml, removeToml, setTomlKey, setTomlTable } from "./toml-text.ts";

const PATH = ["mcp_servers", "trovella"];
const ENTRY = { command: "/usr/bin/node", args: ["a b.mjs", "mcp"], env: { X: 'C:\\d"' } };
const WRITTEN = `[mcp_servers.trovella]
command = "/usr/bin/node"
args = ["a b.mjs", "mcp"]

[mcp_servers.trovella.env]
X = "C:\\\\d\\""
`;
const OTHERS = `# mine
model = "gpt" # why
dates = 1979-05-27 07:32:00Z
list = [
  "[mcp_servers.trovella]", # no header
  { a = 1, b = [2] },
]
text = """
[mcp_servers.trovella]
command = "no"
"""

[mcp_servers."other one"]
command = 'C:\\x'

[[profiles]]
name = "a"

[[profiles]]
name = "b"
`;

describe("readToml", () => {
  it.each([
    ["its own table", WRITTEN],
    [
      "spaces and quotes in the header",
      WRITTEN.replaceAll("mcp_servers.trovella", ` mcp_servers . "trovella" `),
    ],
    [
      "dotted keys",
      `mcp_servers.trovella.command = "/usr/bin/node"\nmcp_servers.trovella.args = ["a b.mjs", 'mcp']\nmcp_servers.trovella.env.X = 'C:\\d"'\n`,
    ],
    [
      "one line",
      `[mcp_servers]\ntrovella = { command = "/usr/bin/node", args = ["a b.mjs", "mcp"], env = { X = 'C:\\d"' } }`,
    ],
  ])("finds the entry written as %s", (_form, text) => {
    expect(readToml(text, PATH)).toEqual(ENTRY);
  });

  it("finds nothing in texts, lists and comments", () => {
    expect(readToml(OTHERS, PATH)).toBeUndefined();
    expect(readToml("", PATH)).toBeUndefined();
    expect(readToml("# [mcp_servers.trovella]", PATH)).toBeUndefined();
  });

  it.each([
    ['a = "\\t\\u00e9\\U0001F600\\\\"', "\té😀\\"],
    ["a = 'C:\\n'", "C:\\n"],
    ['a = """\nx\\\n   y"z"""', 'xy"z'],
    ["a = '''it's''''", "it's'"],
    ['a = ""', ""],
    ['a = """"""', ""],
  ])("reads the string of %s", (text, value) => {
    expect(readToml(text, ["a"])).toBe(value);
  });

  it.each([
    ["a", "line 1 is not valid TOML"],
    ["a = ", "line 1 is not valid TOML"],
    ["a = 1 b = 2", "line 1 is not valid TOML"],
    ['a = 1\nb = "x', "line 2 is not valid TOML"],
    ['a = "\\q"', "line 1 is not valid TOML"],
    ["a = [1, 2", "line 1 is not valid TOML"],
    ["[a", "line 1 is not valid TOML"],
    ["{}", "line 1 is not valid TOML"],
    ["a = yes", "line 1 is not valid TOML"],
    ["[a]\n[a]", "line 2 repeats a"],
    ["a = 1\na = 2", "line 2 repeats a"],
  ])("refuses %j", (text, problem) => {
    expect(() => readToml(text, PATH)).toThrow(problem);
  });
});

it("reads strings of megabytes", () => {
  const long = "x".repeat(5_000_000);
  expect(readToml(`a = "${long}"\nb = """${long}"""\nc = '${long}'\n`, ["c"])).toBe(long);
});

it("refuses a text that is nested without end", () => {
  expect(() => readToml(`a = ${"[".repeat(100_000)}`, PATH)).toThrow("it is nested too deeply");
});

describe("setTomlTable", () => {
  it("adds the table at the end and leaves everything above as it is", () => {
    expect(setTomlTable("", PATH, ENTRY)).toBe(WRITTEN);
    expect(setTomlTable(OTHERS, PATH, ENTRY)).toBe(`${OTHERS}\n${WRITTEN}`);
    expect(setTomlTable("a = 1", PATH, { b: "c" })).toBe(
      'a = 1\n\n[mcp_servers.trovella]\nb = "c"\n',
    );
  });

  it("keeps CRLF line endings", () => {
    const crlf = (text: string) => text.replaceAll("\n", "\r\n");
    expect(setTomlTable(crlf(OTHERS), PATH, ENTRY)).toBe(crlf(`${OTHERS}\n${WRITTEN}`));
  });

  it("reads back what it wrote, and removing gives every byte back", () => {
    const strings = fc.string({ unit: "grapheme" });
    const entries = fc.record({
      command: strings,
      args: fc.array(strings),
      env: fc.dictionary(strings, strings, { minKeys: 1 }),
    });
    fc.assert(
      fc.property(fc.constantFrom("", OTHERS, "a = 1\n"), entries, (text, entry) => {
        const changed = setTomlTable(text, PATH, entry);
        expect(readToml(changed, PATH)).toEqual(entry);
        expect(otherStatements(changed, PATH)).toEqual(otherStatements(text, PATH));
        expect(removeToml(changed, PATH)).toBe(text);
      }),
    );
  });
});

it("reads a key called __proto__ as the key it is", () => {
  const entry = { env: JSON.parse('{"__proto__":"a","b":"c"}') };
  expect(JSON.stringify(readToml(setTomlTable("", PATH, entry), PATH))).toBe(JSON.stringify(entry));
});

describe("setTomlKey", () => {
  it.each([
    ["an existing key", ["command"], "new", WRITTEN.replace('"/usr/bin/node"', '"new"')],
    ["a new key", ["url"], "u", WRITTEN.replace("trovella]\n", 'trovella]\nurl = "u"\n')],
    ["a key of an inner table", ["env", "Y"], "z", WRITTEN.replace("env]\n", 'env]\nY = "z"\n')],
  ])("changes only %s", (_case, key, value, expected) => {
    expect(setTomlKey(OTHERS + WRITTEN, PATH, key, value)).toBe(OTHERS + expected);
  });

  it("adds to an inner table on one line", () => {
    const text = '[mcp_servers.trovella]\nenv = { A = "1" } # mine\n';
    expect(setTomlKey(text, PATH, ["env", "B"], "2")).toBe(
      '[mcp_servers.trovella]\nenv = { A = "1", B = "2" } # mine\n',
    );
    expect(() => setTomlKey(text.replace('"1"', "1"), PATH, ["env", "B"], "2")).toThrow(
      "mcp_servers.trovella.env",
    );
  });

  it.each([
    'mcp_servers = { trovella = { command = "x" } }',
    'mcp_servers = { other = { command = "x" } }',
    'mcp_servers.trovella.command = "x"',
    '[mcp_servers]\ntrovella = { command = "x" }',
    '[mcp_servers]\ntrovella.command = "x"',
    '[[mcp_servers.trovella]]\ncommand = "x"',
    "[[mcp_servers]]\nname = 1",
  ])("refuses to change a form it does not write: %s", (text) => {
    expect(() => setTomlTable(text, PATH, ENTRY)).toThrow(
      /in another form than \[mcp_servers\.trovella\]/,
    );
  });
});

describe("removeToml", () => {
  it("takes away a table with its inner tables, wherever they stand", () => {
    const [main = "", inner = ""] = WRITTEN.split("\n\n");
    const text = `a = 1\n\n${main}\n# between\n\n[b]\nc = 2\n\n${inner}\n[d]\n`;
    expect(removeToml(text, PATH)).toBe("a = 1\n# between\n\n[b]\nc = 2\n\n[d]\n");
  });

  it("takes away one key with its comment", () => {
    expect(removeToml(`${WRITTEN}`.replace('mcp"]', 'mcp"] # c'), [...PATH, "args"])).toBe(
      WRITTEN.replace('args = ["a b.mjs", "mcp"]\n', ""),
    );
  });
});
