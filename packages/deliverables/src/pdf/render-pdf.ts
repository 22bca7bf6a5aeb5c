import { FormatUnavailable, TooLarge } from "../deliverable.ts";
import type { ResearchDocument } from "../document.ts";
import { labelsFor } from "../languages/labels-for.ts";
import type { TypesetFile } from "./compiler/typeset-job.ts";
import { Typesetter, TypesettingEnded, TypesettingUnavailable } from "./compiler/typesetter.ts";
import { chooseFonts } from "./fonts/choose-fonts.ts";
import { withKnownCharacters } from "./fonts/known-characters.ts";
import { ownFont } from "./fonts/own-fonts.ts";
import { layOutReport, logoFile } from "./layout/lay-out-report.ts";

/** One process per thread, which starts on demand and ends when idle. */
const shared = new Typesetter();

const TOO_LARGE =
  "This output takes too much time or memory to be set as a PDF. Next: use docx or html, or divide it into several outputs.";
const NO_COMPILER =
  "This server cannot make PDF files: there is no typesetter for its kind of computer. Next: use docx or html, which always work.";

/** Throws TooLarge or FormatUnavailable. */
export async function renderPdf(document: ResearchDocument): Promise<Uint8Array> {
  return (await typesetPdf(document)).bytes;
}

/** The file with what is known about it. */
export async function typesetPdf(
  document: ResearchDocument,
  typesetter: Pick<Typesetter, "typeset"> = shared,
): Promise<TypesetFile> {
  const text = JSON.stringify(layOutReport(document, { chartFont: ownFont("sans").name }));
  const { files, missing, ...fonts } = chooseFonts({ text, ...document });
  const known = withKnownCharacters(text, missing, labelsFor(document.language));
  const report = { ...JSON.parse(known.text), fonts, glyphNote: known.note };
  const { logo } = document.theme;
  return typesetter
    .typeset({
      document: JSON.stringify(report),
      files: logo ? { [logoFile(logo)]: Buffer.from(logo.data, "base64") } : {},
      fonts: files,
    })
    .catch(refuse);
}

function refuse(error: unknown): never {
  if (error instanceof TypesettingEnded) throw new TooLarge(TOO_LARGE);
  throw error instanceof TypesettingUnavailable ? new FormatUnavailable(NO_COMPILER) : error;
}
