import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ConfigTextError } from "./config-text-error.ts";
import { readYaml, removeYaml, setYaml } from "./yaml-text.ts";

const ENTRY = { cmd: "/usr/bin/node", args: ["a.mjs", "mcp"], enabled: true };
const PATH = ["extensions", "trovella"];

describe("setYaml", () => {
  it.each([
    ["", 'extensions:\n  trovella:\n    x: "1"\n'],
    ["# mine\n", '# mine\nextensions:\n  trovella:\n    x: "1"\n'],
    ["a: 1", 'a: 1\nextensions:\n  trovella:\n    x: "1"'],
    ["a: 1\r\n", 'a: 1\r\nextensions:\r\n  trovella:\r\n    x: "1"\r\n'],
    ["extensions: # none\nb: 2\n", 'extensions: # none\n  trovella:\n    x: "1"\nb: 2\n'],
    ["extensions: ~\n", 'extensions: \n  trovella:\n    x: "1"\n'],
    ["extensions: {}\n", 'extensions: {"trovella": {"x":"1"}}\n'],
    ["extensions: {a: 1} # c\n", 'extensions: {a: 1, "trovella": {"x":"1"}} # c\n'],
    ['{"a": 1}\n', '{"a": 1, "extensions": {"trovella":{"x":"1"}}}\n'],
    [
      "extensions:\n    a:\n        b: |\n            text\n\n# end\nz: 1\n",
      'extensions:\n    a:\n        b: |\n            text\n    trovella:\n      x: "1"\n\n# end\nz: 1\n',
    ],
  ])("adds an entry to %j", (text, expected) => {
    expect(setYaml(text, PATH, { x: "1" })).toBe(expected);
  });

  it("replaces an entry, and keeps what is around it", () => {
    const text = "extensions:\n  trovella: # ours\n    old: 1\n    more: [1, 2]\n  b: 2 # mine\n";
    expect(setYaml(text, PATH, { x: "1" })).toBe(
      'extensions:\n  trovella:\n    x: "1"\n  b: 2 # mine\n',
    );
  });

  it("changes one key and keeps the comment beside it", () => {
    const text = "extensions:\n  trovella:\n    cmd: old # mine\n    timeout: 5\n";
    expect(setYaml(text, [...PATH, "cmd"], "/new")).toBe(
      'extensions:\n  trovella:\n    cmd: "/new" # mine\n    timeout: 5\n',
    );
  });

  it.each(["mcpServers:\n- name: a\n  command: b\n", "mcpServers:\n  -\n    name: a\n"])(
    "adds to a list as it is indented: %j",
    (text) => {
      const added = setYaml(text, ["mcpServers", "trovella"], { name: "trovella", x: "1" });
      expect(added.startsWith(text)).toBe(true);
      expect(removeYaml(added, ["mcpServers", "trovella"])).toBe(text);
    },
  );

  it.each([
    ["a: [", /line 1 is not valid YAML/],
    ["a: 1\n---\nb: 2\n", /line 2 is not valid YAML/],
    ["a: 1\na: 2\n", /line 2 is not valid YAML/],
    ["extensions: text\n", /"extensions" holds no servers/],
    ["- a\n", /does not allow|holds no servers/],
    ["base: &b {x: 1}\nextensions: *b\n", /alias/],
    ["mcpServers:\n- name: trovella\n- name: trovella\n", null],
    ["a: \0", /does not allow/],
    [`a: ${"x".repeat(2_000_001)}`, /too large/],
    ["[".repeat(5_000), /not valid YAML|nested too deeply/],
  ])("refuses %j", (text, message) => {
    const path = message ? PATH : ["mcpServers", "trovella"];
    expect(() => setYaml(text, path, ENTRY)).toThrow(ConfigTextError);
    expect(() => setYaml(text, path, ENTRY)).toThrow(message ?? /"trovella" twice/);
  });

  it("refuses references that multiply", () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
    for (let n = 1; n < 9; n += 1) {
      lines.push(
        `a${n}: &a${n} [${Array(10)
          .fill(`*a${n - 1}`)
          .join(", ")}]`,
      );
    }
    expect(() => readYaml(lines.join("\n"), [])).toThrow(/references multiply/);
  });

  it("gives every byte back when the entry is removed, and leaves the others alone", () => {
    const key = fc.stringMatching(/^[a-z]{1,6}$/).filter((name) => name !== "trovella");
    const servers = fc.dictionary(key, fc.record({ cmd: fc.string(), n: fc.integer() }), {
      minKeys: 1,
      maxKeys: 4,
    });
    fc.assert(
      fc.property(servers, fc.constantFrom("\n", "\r\n"), (others, eol) => {
        const lines = Object.entries(others).flatMap(([name, { cmd, n }]) => [
          `  ${name}: # about ${name}`,
          `    cmd: ${JSON.stringify(cmd)}`,
          `    n:   ${n}`,
        ]);
        const text = ["# mine", "extensions:", ...lines, "last: x", ""].join(eol);
        const added = setYaml(text, PATH, ENTRY);
        expect(readYaml(added, PATH)).toEqual(ENTRY);
        expect(removeYaml(added, PATH)).toBe(text);
      }),
      { numRuns: 50 },
    );
  });
});

it("leaves an empty map where the only entry was", () => {
  expect(removeYaml("extensions:\n  trovella:\n    x: 1\nb: 2\n", PATH)).toBe(
    "extensions: {}\nb: 2\n",
  );
});
