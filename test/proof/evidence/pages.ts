import { deflateSync } from "node:zlib";

/** How a page is written, and with that how its text must be taken out of it. */
export type Style =
  | "paragraphs"
  | "list"
  | "table"
  | "markup"
  | "entities"
  | "footnotes"
  | "hyphens"
  | "plain"
  | "latin1"
  | "pdf";

export interface PageContent {
  readonly style: Style;
  readonly title: string;
  /** What readers see, in order. */
  readonly sentences: readonly string[];
  /** What no reader sees. */
  readonly hidden: readonly string[];
  /** Cells of a table, by row. */
  readonly rows: readonly (readonly string[])[];
}

export interface RenderedPage {
  readonly contentType: string;
  readonly bytes: Buffer;
}

export function renderPage(page: PageContent): RenderedPage {
  const { style, sentences } = page;
  if (style === "plain") {
    const lines = sentences.map((sentence) => `${sentence}\n`).join("\n");
    return { contentType: "text/plain; charset=utf-8", bytes: Buffer.from(lines) };
  }
  if (style === "pdf") return { contentType: "application/pdf", bytes: pdfOf(sentences) };
  const html = htmlOf(page);
  return style === "latin1"
    ? { contentType: "text/html; charset=iso-8859-1", bytes: Buffer.from(html, "latin1") }
    : { contentType: "text/html", bytes: Buffer.from(html) };
}

function htmlOf({ style, title, sentences, hidden, rows }: PageContent): string {
  const charset = style === "latin1" ? "" : '<meta charset="utf-8">';
  return `<!doctype html><html lang="en"><head>${charset}<title>${title}</title>
<style>p { margin: 0 }</style><script>const shown = "Nothing of this is read.";</script></head>
<body><nav><a href="/">Home</a> <a href="/about">About</a></nav><h1>${title}</h1>
${hidden.map((text, index) => hide(escaped(text), index)).join("\n")}
${bodyOf(style, sentences)}
${rows.length > 0 ? tableOf(rows) : ""}<footer>Imprint</footer></body></html>`;
}

function bodyOf(style: Style, sentences: readonly string[]): string {
  const marked = sentences.map((sentence, index) => markedUp(style, escaped(sentence), index));
  if (style === "list") return `<ul>${marked.map((text) => `<li>${text}</li>`).join("\n")}</ul>`;
  const paragraphs = Array.from({ length: Math.ceil(marked.length / 4) }, (_, index) =>
    marked.slice(4 * index, 4 * index + 4).join(" "),
  );
  return paragraphs.map((text) => `<p>${text}</p>`).join("\n");
}

function markedUp(style: Style, sentence: string, index: number): string {
  switch (style) {
    case "markup":
      return sentence
        .replace(/\d+,\d+/, "<b>$&</b>")
        .replace(/^\S+ \S+/, '<a href="/more"><em>$&</em></a>')
        .replaceAll(" of ", "\n  of ");
    case "entities":
      return sentence
        .replace(/(\d+,\d+) /, "$1&nbsp;")
        .replaceAll("e", "&#101;")
        .replaceAll("'", "&rsquo;")
        .replaceAll(/[À-ſ]/g, (letter) => `&#x${letter.charCodeAt(0).toString(16)};`);
    case "footnotes":
      return sentence.replace(/^(\S+ \S+)/, `$1<sup>[${index + 1}]</sup>`);
    case "hyphens":
      return sentence.replace(/([a-z]{3})([a-z]{4,})/g, "$1&shy;$2");
    default:
      return sentence;
  }
}

/** Ways of having a text in a page that nobody reads there. */
function hide(text: string, index: number): string {
  const ways = [
    `<p style="display: none">${text}.</p>`,
    `<p hidden>${text}.</p>`,
    `<script type="application/json">{"text": "${text}."}</script>`,
    `<!-- ${text}. -->`,
    `<template><p>${text}.</p></template>`,
    `<div style="color: red; visibility:hidden !important"><p>${text}.</p></div>`,
    `<img alt="${text}." title="${text}." src="/1.png">`,
    `<input type="hidden" value="${text}."><noscript>${text}.</noscript>`,
  ];
  return ways[index % ways.length] ?? "";
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => `<td>${escaped(cell)}</td>`).join(""));
  return `<table><tr><th>Name</th><th>Year</th><th>Count</th></tr>
${cells.map((row) => `<tr>${row}</tr>`).join("\n")}</table>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

const LINE_CHARACTERS = 80;

/** One page with lines of text, in a font of every reader. */
function pdfOf(sentences: readonly string[]): Buffer {
  const lines = sentences.flatMap((sentence) => wrapped(sentence));
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, "\\$&")}) Tj T*`).join("\n");
  const packed = deflateSync(Buffer.from(`BT /F1 9 Tf 10 TL 40 800 Td\n${shown}\nET`, "latin1"));
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[4 0 R]/Count 1>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>",
    `<</Length ${packed.length}/Filter/FlateDecode>>stream\n${packed.toString("latin1")}\nendstream`,
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = String(file.length).padStart(10, "0");
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${offset} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}`;
  const trailer = `trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`;
  return Buffer.from(file + table + trailer, "latin1");
}

function wrapped(sentence: string): string[] {
  const lines = [""];
  for (const word of sentence.split(" ")) {
    const line = lines.at(-1) ?? "";
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length > LINE_CHARACTERS) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
