import { ImageRun, type Paragraph } from "docx";
import { type Look, paragraph } from "./look.ts";

const MAX_WIDTH = 180;
const MAX_HEIGHT = 64;

/** The logo of the organization, if it has one. */
export function logoParagraph(look: Look): Paragraph[] {
  const { logo, name } = look.theme;
  if (!logo || logo.width <= 0 || logo.height <= 0) return [];
  const scale = Math.min(MAX_WIDTH / logo.width, MAX_HEIGHT / logo.height, 1);
  const image = new ImageRun({
    type: logo.mediaType === "image/png" ? "png" : "jpg",
    data: Buffer.from(logo.data, "base64"),
    transformation: {
      width: Math.max(1, Math.round(logo.width * scale)),
      height: Math.max(1, Math.round(logo.height * scale)),
    },
    altText: { name, title: name, description: name },
  });
  return [paragraph(look, { spacing: { after: 200 }, children: [image] })];
}
