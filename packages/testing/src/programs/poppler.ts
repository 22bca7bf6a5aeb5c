import { existsSync } from "node:fs";
import { findOrInstall, findProgram } from "./find-or-install.ts";

/** Programs that read PDF files. */
export interface Poppler {
  readonly pdftotext: string;
  readonly pdfinfo: string;
}

const CJK_FONT = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc";

/** With a font for Japanese, so that the server finds one where systems keep it. */
export async function findPoppler(): Promise<{ poppler: Poppler | null; reason: string }> {
  const { programs, reason } = await findOrInstall({
    name: "Poppler and Noto Sans CJK",
    packages: ["poppler-utils", "fonts-noto-cjk"],
    lookUp,
  });
  return { poppler: programs, reason };
}

function lookUp(): Poppler | null {
  const [pdftotext, pdfinfo] = [findProgram("pdftotext"), findProgram("pdfinfo")];
  return pdftotext && pdfinfo && existsSync(CJK_FONT) ? { pdftotext, pdfinfo } : null;
}
