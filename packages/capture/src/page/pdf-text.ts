import { getDocumentProxy } from "unpdf";

/** A line break in the page is one in the text; words divided at it stay divided, as in the source. */
export async function pdfText(bytes: Uint8Array, maxCharacters: number): Promise<string> {
  // pdf.js takes the bytes for its own. Verbosity 0: it would write warnings to the console.
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const parts: string[] = [];
  let length = 0;
  for (let number = 1; number <= document.numPages && length <= maxCharacters; number += 1) {
    const page = await document.getPage(number);
    const reader = page.streamTextContent().getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      for (const item of next.value.items) {
        const text = "str" in item ? item.str + (item.hasEOL ? "\n" : "") : "";
        parts.push(text);
        length += text.length;
      }
      // A page without end.
      if (length > maxCharacters) break;
    }
    await reader.cancel(new Error("enough")).catch(() => undefined);
    page.cleanup();
    parts.push("\n\n");
  }
  return parts.join("");
}
