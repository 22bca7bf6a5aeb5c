import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { countWords } from "./count-words.ts";
import { pageText } from "./page-text.ts";

const HTML = "text/html; charset=utf-8";

describe("the text of an HTML page", () => {
  it("is what a reader sees, in paragraphs, lists and tables, with the language of the page", async () => {
    const page =
      await read(`<!doctype html><html lang="pt-BR"><head><title>Title</title></head><body>
      <h1>Heading</h1><p>One   <b>bold</b>
      word.<br>Next line.</p><ul><li>First<li>Second</ul>
      <table><tr><th>Year<th>Value<tr><td>2021<td>1.234</table>
      <pre>  as
      it is</pre></body></html>`);
    expect(page).toEqual({
      text: [
        ...["Heading", "", "One bold word.", "Next line.", "", "First", "Second"],
        ...["Year\tValue", "2021\t1.234", "  as", "      it is"],
      ].join("\n"),
      words: 16,
      title: "Title",
      language: "pt-br",
      extractor: "html 1",
    });
  });

  it.each([
    ["<script>var hidden = 1</script>"],
    ["<style>.hidden {}</style>"],
    ["<template><p>hidden</p></template>"],
    ["<noscript>hidden</noscript>"],
    ["<p hidden>hidden</p>"],
    ['<p hidden="">hidden</p>'],
    ['<p hidden="until-found">hidden</p>'],
    ['<div aria-hidden="true"><p>hidden</p></div>'],
    ['<p style="display:none">hidden</p>'],
    ['<p style="color: red; DISPLAY : None !important">hidden</p>'],
    ['<p style="display/**/:none">hidden</p>'],
    ['<span style="visibility:hidden">hidden</span>'],
    ['<input type="hidden" value="hidden">'],
    ["<!-- hidden -->"],
    ["<dialog>hidden</dialog>"],
    ['<p title="hidden" data-text="hidden">seen</p>'],
    ['<img alt="hidden">'],
    ["<svg><style>hidden</style></svg>"],
    ["<iframe srcdoc='hidden'>hidden</iframe>"],
    ["<video><p>hidden</p></video>"],
    ["<canvas>hidden</canvas>"],
  ])("has nothing of %s", async (hidden) => {
    const { text } = (await read(`<p>Before.</p>${hidden}<p>After.</p>`)) ?? { text: "" };
    expect(text).toMatch(/^Before\..*After\.$/s);
    expect(text).not.toContain("hidden");
  });

  it("keeps what only looks hidden", async () => {
    const seen = `<p style="display:block">a</p><p aria-hidden="false">b</p><p style="display:none;display:block">c</p>
      <dialog open>d</dialog><details><summary>e</summary>f</details>`;
    expect((await read(seen))?.text.replace(/\s+/g, "")).toBe("abcdef");
  });

  it("keeps markup that the page shows as text, and runs nothing", async () => {
    const page = await read(
      "<p>&lt;img src=x onerror=alert(1)&gt;</p><img src=x onerror=alert(1)>",
    );
    expect(page?.text).toBe("<img src=x onerror=alert(1)>");
  });

  it.each([
    ["the header", "text/html; charset=ISO-8859-1", Buffer.from([0x93, 0xe9, 0x94]), "“é”"],
    ["the page", "text/html", latin('<meta charset="windows-1252">\x80 5'), "€ 5"],
    [
      "the page, the old way",
      "text/html",
      latin('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">\xcf\xf0'),
      "Пр",
    ],
    ["a mark, against the header", "text/html; charset=latin1", Buffer.from("\uFEFFñ"), "ñ"],
    ["a mark of UTF-16", "text/html", Buffer.from("\uFEFFπ<b>r", "utf16le"), "πr"],
    ["being UTF-8, when nothing is said", "text/html", Buffer.from("<p>né"), "né"],
    ["not being UTF-8, when nothing is said", "text/html", latin("<p>n\xe9"), "né"],
    [
      "the page, when the header names none there is",
      "text/html; charset=x-no",
      Buffer.from("ö"),
      "ö",
    ],
    ["Japanese", "text/html; charset=Shift_JIS", Buffer.from([0x93, 0xfa, 0x96, 0x7b]), "日本"],
  ])("is decoded by %s", async (_, contentType, bytes, text) => {
    expect((await pageText({ bytes, contentType }))?.text).toBe(text);
  });

  it("that PostgreSQL could not store is replaced", async () => {
    const bytes = Buffer.from("a\0b");
    expect((await pageText({ bytes, contentType: "text/html" }))?.text).not.toContain("\0");
    expect((await pageText({ bytes: Buffer.from("&#xd800;x"), contentType: HTML }))?.text).toBe(
      "\uFFFDx",
    );
  });

  it("is cut after two million characters, between two of them, and says so", async () => {
    const page = await read(`<p>x${"😀".repeat(1_100_000)}</p>`);
    expect(page?.text.length).toBe(2_000_000);
    expect(page?.text.endsWith("😀\uFFFD")).toBe(true);
    expect(page?.extractor).toBe("html 1 cut");
  });

  it("nested deeper than the stack is not readable", async () => {
    expect(await read("<div>".repeat(20_000))).toBeNull();
    expect((await read(`${"<div>".repeat(500)}x`))?.text).toBe("x");
  });
});

describe("other texts", () => {
  it.each([
    ["text/plain", "A <b>plain</b> text.", "A <b>plain</b> text.", "text 1"],
    ["text/markdown; charset=utf-8", "# Über", "# Über", "text 1"],
    ["application/json", '{"a": 12345678901234567890}', '{"a": 12345678901234567890}', "text 1"],
    ["application/ld+json", "{}", "{}", "text 1"],
    ["text/csv", "a,b\n1,2", "a,b\n1,2", "text 1"],
    [
      "application/rss+xml",
      "<?xml version='1.0'?><rss><!-- c --><title>A &amp; B &#8212; &#x20AC;</title><p><![CDATA[1 < 2]]></p></rss>",
      "A & B — €\n1 < 2",
      "xml 1",
    ],
    ["text/xml", "<a>open", "open", "xml 1"],
    ["", "<!DOCTYPE html><p>Without a type.", "Without a type.", "html 1"],
    ["application/octet-stream", " <html><p>Told badly.", "Told badly.", "html 1"],
    ["", "Just words.", "Just words.", "text 1"],
  ])("are read: %s %s", async (contentType, body, text, extractor) => {
    const page = await pageText({ bytes: Buffer.from(body), contentType });
    expect(page).toMatchObject({ text, extractor });
  });

  it.each([
    ["image/png", "x"],
    ["image/svg+xml", "<svg><text>x</text></svg>"],
    ["application/zip", "PK"],
    ["application/octet-stream", "words"],
    ["video/mp4", "x"],
    ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "PK"],
    ["text/plain", "bin\0ary"],
    ["application/pdf", "no PDF at all"],
    ["application/pdf", "%PDF-1.7 broken"],
    ["", "\0\x01"],
    ["", ""],
  ])("are not: %s %j", async (contentType, body) => {
    expect(await pageText({ bytes: Buffer.from(body), contentType })).toBeNull();
  });
});

describe("the text of a PDF", () => {
  it("is read in order, page by page, with ligatures as letters and lines as they are", async () => {
    const bytes = pdfOf([
      [
        "The o\\223ce found an e\\223cient way:",
        "costs fell by 12.5 % in 2024, a well-",
        "known \\224gure.",
      ],
      ["Second page."],
    ]);
    expect(await pageText({ bytes, contentType: "application/pdf" })).toEqual({
      text: "The office found an efficient way:\ncosts fell by 12.5 % in 2024, a well-\nknown figure.\n\nSecond page.",
      words: 19,
      title: null,
      language: null,
      extractor: "pdf 1",
    });
  });

  it("is read whatever text type the server claims", async () => {
    const page = await pageText({ bytes: pdfOf([["Words."]]), contentType: "text/html" });
    expect(page).toMatchObject({ text: "Words.", extractor: "pdf 1" });
  });
});

describe("words are counted", () => {
  it.each([
    ["One, two; three 4.", 4],
    ["L'été à Zürich", 4],
    ["Это русский текст", 3],
    ["اللغة العربية", 2],
    ["日本語の文章です。", 4],
    ["ภาษาไทยง่ายนิดเดียว", 4],
    ["한국어 문장", 2],
    ["हिन्दी में", 2],
    ["… – !", 0],
    ["", 0],
  ])("%s", (text, words) => {
    expect(countWords(text)).toBe(words);
  });
});

function read(html: string) {
  return pageText({ bytes: Buffer.from(html), contentType: HTML });
}

function latin(text: string): Buffer {
  return Buffer.from(text, "latin1");
}

/** A PDF with one text line per string, in a font whose codes 223 and 224 (octal) are the ligatures ffi and fi. */
function pdfOf(pages: readonly (readonly string[])[]): Buffer {
  const font =
    "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[147/ffi/fi]>>>>";
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(" ");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    font,
    ...pages.flatMap((lines, index) => {
      const shown = lines.map((line) => `(${line}) Tj T*`).join("\n");
      const packed = deflateSync(latin(`BT /F1 12 Tf 14 TL 50 700 Td\n${shown}\nET`));
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + 2 * index} 0 R>>`,
        `<</Length ${packed.length}/Filter/FlateDecode>>stream\n${packed.toString("latin1")}\nendstream`,
      ];
    }),
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`;
  return latin(file + end);
}
