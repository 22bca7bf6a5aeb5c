import { findOrInstall, findProgram } from "./find-or-install.ts";

/** Programs that convert office files and read the resulting pages. */
export interface Office {
  readonly soffice: string;
  readonly pdftotext: string;
}

const PACKAGES = [
  "libreoffice-writer",
  "libreoffice-calc",
  "libreoffice-impress",
  "poppler-utils",
  "fonts-liberation",
  // As wide as Calibri, so that lines break where Word breaks them.
  "fonts-crosextra-carlito",
];

export async function findOffice(): Promise<{ office: Office | null; reason: string }> {
  const name = "LibreOffice (with poppler)";
  const { programs, reason } = await findOrInstall({ name, packages: PACKAGES, lookUp });
  return { office: programs, reason };
}

function lookUp(): Office | null {
  const soffice = findProgram("soffice") ?? findProgram("libreoffice");
  const pdftotext = findProgram("pdftotext");
  return soffice && pdftotext ? { soffice, pdftotext } : null;
}
