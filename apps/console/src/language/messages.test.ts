import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Expression,
  type JSXAttributeValue,
  type JSXChild,
  parseSync,
  Visitor,
} from "oxc-parser";
import { describe, expect, it } from "vitest";

const SOURCES = fileURLToPath(new URL("..", import.meta.url));
/** Attributes that people see or hear. */
const SPOKEN =
  /^(aria-label|aria-description|aria-roledescription|alt|title|placeholder|label|description|hint|heading|summary|what|place|rowName|none|definition|whenEmpty|caption)$/;
const SPOKEN_PROPERTY =
  /^(header|label|title|description|hint|word|words|caption|placeholder|heading|sentence)$/;
const WORD = /\p{L}{2,}/u;
/** Names and units that are the same in every language. */
const SAME_EVERYWHERE =
  /^(Trovella|Markdown|JSON|CSV|HTML|PDF|URL|Esc|Enter|Ctrl|Tab|ms|kB|MB|GB|DOI|OAuth|MCP|API|PIN|p95|SHA-256|Word|Excel|PowerPoint)$/;
/** Formats by the browser's language, or always by English. */
const FOREIGN_FORMAT = /toLocale(?:Date|Time)?String\(|Intl\.\w+\((?!language\b)/;

const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll(path.sep, "/"))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|german/.test(file));
const found = files.map((file) => ({ file, ...textsOf(file) }));
const used = new Set(found.flatMap(({ texts }) => texts));
const german = new Map(
  await Promise.all(
    readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
      .filter((file) => path.basename(file) === "german.ts")
      .map(async (file) => {
        const module = (await import(path.join(SOURCES, file))) as { german: object };
        return [file, new Map(Object.entries(module.german))] as const;
      }),
  ),
);
const translated = new Map([...german.values()].flatMap((messages) => [...messages]));

describe("the texts of the console", () => {
  it("are literals, so that they can be found and translated", () => {
    expect(found.flatMap(({ file, computed }) => computed.map((at) => `${file}: ${at}`))).toEqual(
      [],
    );
  });

  it("all have a German translation", () => {
    expect([...used].filter((text) => !translated.has(text))).toEqual([]);
  });

  it("are translated once, and none is that is not used", () => {
    const all = [...german.values()].flatMap((messages) => [...messages.keys()]);
    expect(all.filter((text, index) => all.indexOf(text) !== index)).toEqual([]);
    expect(all.filter((text) => !used.has(text))).toEqual([]);
  });

  it("have the same placeholders in both languages", () => {
    const differing = [...translated].filter(
      ([english, other]) => placeholders(english) !== placeholders(String(other)),
    );
    expect(differing).toEqual([]);
  });

  it("are never written into a page untranslated", () => {
    const bare = found.flatMap(({ file, bare }) => bare.map((text) => `${file}: ${text}`));
    expect(bare).toEqual([]);
  });

  it("have numbers and dates in the page's language", () => {
    const elsewhere = files
      .filter((file) => !file.startsWith("language/"))
      .filter((file) => FOREIGN_FORMAT.test(readFileSync(path.join(SOURCES, file), "utf8")));
    expect(elsewhere).toEqual([]);
  });
});

function textsOf(file: string) {
  const source = readFileSync(path.join(SOURCES, file), "utf8");
  const texts: string[] = [];
  const computed: string[] = [];
  const bare: string[] = [];
  const note = (text: string) => {
    const trimmed = text.trim();
    if (WORD.test(trimmed) && !SAME_EVERYWHERE.test(trimmed)) bare.push(trimmed);
  };
  const noteLiteral = (node: Argument | undefined) => {
    if (node?.type === "Literal" && typeof node.value === "string") note(node.value);
  };
  const take = (node: Argument | undefined) => {
    if (node?.type === "Literal" && typeof node.value === "string") texts.push(node.value);
    else computed.push(source.slice(node?.start ?? 0, node?.end ?? 0));
  };
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== "Identifier") return;
      if (callee.name === "t" || callee.name === "rich") take(given[0]);
      if (callee.name === "plural") for (const text of given.slice(1, 3)) take(text);
      // The header of a column of times.
      if (/Column$/.test(callee.name)) noteLiteral(given[0]);
    },
    JSXElement({ openingElement: { name }, children }) {
      if (name.type === "JSXIdentifier" && /^(code|kbd)$/.test(name.name)) return;
      for (const text of children.flatMap(writtenIn)) note(text);
    },
    JSXFragment({ children }) {
      for (const text of children.flatMap(writtenIn)) note(text);
    },
    Property({ key, value }) {
      if (key.type !== "Identifier" || !SPOKEN_PROPERTY.test(key.name)) return;
      for (const text of writtenIn(value as Expression)) note(text);
    },
    JSXOpeningElement({ name: element, attributes }) {
      // The name of an icon is no word of the page.
      if (element.type === "JSXIdentifier" && element.name === "Icon") return;
      for (const attribute of attributes) {
        if (attribute.type !== "JSXAttribute" || attribute.name.type !== "JSXIdentifier") continue;
        if (!SPOKEN.test(attribute.name.name)) continue;
        for (const text of attribute.value ? writtenIn(attribute.value) : []) note(text);
      }
    },
  }).visit(parseSync(file, source).program);
  if (file.startsWith("language/")) return { texts: [], computed: [], bare };
  return { texts, computed, bare };
}

/** The texts that stand in an expression itself, rather than in a call of `t`. */
function writtenIn(node: JSXChild | Expression | JSXAttributeValue): string[] {
  switch (node.type) {
    case "JSXText":
      return [node.value];
    case "Literal":
      return typeof node.value === "string" ? [node.value] : [];
    case "TemplateLiteral":
      return node.quasis.map(({ value }) => value.raw);
    case "ConditionalExpression":
      return [...writtenIn(node.consequent), ...writtenIn(node.alternate)];
    case "LogicalExpression":
      return [...writtenIn(node.left), ...writtenIn(node.right)];
    case "JSXExpressionContainer":
      return node.expression.type === "JSXEmptyExpression" ? [] : writtenIn(node.expression);
    default:
      return [];
  }
}

type Argument = { type: string; value?: unknown; start: number; end: number };

function placeholders(text: string): string {
  return [...text.matchAll(/\{\w+\}/g)]
    .map(([name]) => name)
    .sort()
    .join();
}
