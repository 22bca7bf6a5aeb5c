import { strToU8, zipSync } from "fflate";
import mammoth from "mammoth";
import { describe, expect, it } from "vitest";
import { docxText } from "./docx-text.ts";

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

describe("the text of a Word document", () => {
  it("has headings, lists, tables, text boxes and notes, but no deleted text", () => {
    const { title, text } = docxText(
      docx(`
        <w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Heat &amp; light</w:t></w:r></w:p>
        <w:p><w:r><w:t xml:space="preserve">One </w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t>two</w:t></w:r></w:ins></w:p>
        <w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>first</w:t></w:r></w:p>
        <w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>second</w:t></w:r></w:p>
        <w:sdt><w:sdtContent><w:p><w:r><w:t>controlled</w:t></w:r></w:p></w:sdtContent></w:sdt>
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>a|b</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr>
          <w:tr><w:tc><w:p><w:r><w:t>c</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
        <w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`),
    ) ?? { title: "", text: "" };
    expect(title).toBe("My document");
    expect(text).toBe(
      "# Heat & light\n\nOne two\n\n- first\n- second\n\ncontrolled\n\n| a\\|b |  |\n| --- | --- |\n| c |  |\n\nboxed\n\nA note.",
    );
  });

  it("has the same words as another reader finds", async () => {
    const bytes = docx(
      '<w:p><w:r><w:t>Plain</w:t><w:tab/><w:t>text</w:t></w:r><w:hyperlink><w:r><w:t xml:space="preserve"> linked</w:t></w:r></w:hyperlink></w:p><w:p><w:r><w:t>End</w:t></w:r></w:p>',
      {},
    );
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) });
    expect(docxText(bytes)?.text.split(/\s+/)).toEqual(value.trim().split(/\s+/));
  });

  it.each([
    ["no zip file", strToU8("PK but no")],
    ["a zip file of something else", zipSync({ "a.txt": strToU8("a") })],
    ["broken XML", docx("<w:p>")],
    ["a cut file", docx("<w:p/>").subarray(0, 300)],
    ["a bomb", docx(`<w:p><w:r><w:t>${"a".repeat(20_000_000)}</w:t></w:r></w:p>`)],
    ["nesting deeper than the stack", docx("<w:p>".repeat(200_000))],
  ])("is none for %s", (_, bytes) => {
    expect(docxText(bytes)).toBeNull();
  });
});

const STYLES = `<w:styles ${W}><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>`;
const NOTES = `<w:footnotes ${W}><w:footnote w:type="separator"><w:p/></w:footnote><w:footnote w:id="1"><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnote></w:footnotes>`;
const PARTS: Readonly<Record<string, string>> = {
  "word/styles.xml": STYLES,
  "word/footnotes.xml": NOTES,
  "docProps/core.xml": "<cp:coreProperties><dc:title>My document</dc:title></cp:coreProperties>",
};

function docx(body: string, parts = PARTS): Uint8Array {
  const files = {
    "[Content_Types].xml":
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    "word/document.xml": `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`,
    ...parts,
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
  );
}
