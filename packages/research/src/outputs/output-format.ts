import { BIBLIOGRAPHY_FORMATS, FORMATS } from "@trovella/deliverables";

/** The last holds the others with all that the output rests on. */
export const OUTPUT_FORMATS = [...FORMATS, ...BIBLIOGRAPHY_FORMATS, "zip"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Media types of stored outputs name formats too; a conversation reads best as a page. */
const FORMAT_OF_MEDIA_TYPE: Readonly<Record<string, OutputFormat>> = {
  conversation: "html",
  word: "docx",
  excel: "xlsx",
  powerpoint: "pptx",
};

/** The format that a word names, or undefined when it names none. */
export function outputFormat(word: string): OutputFormat | undefined {
  const wanted = word.toLowerCase();
  if (Object.hasOwn(FORMAT_OF_MEDIA_TYPE, wanted)) return FORMAT_OF_MEDIA_TYPE[wanted];
  return OUTPUT_FORMATS.find((format) => format === wanted);
}
