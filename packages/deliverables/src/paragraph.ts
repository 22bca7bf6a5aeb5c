import type { Paragraph, PhrasingContent, Text } from "mdast";

export function paragraph(children: PhrasingContent[]): Paragraph {
  return { type: "paragraph", children };
}

export function text(value: string): Text {
  return { type: "text", value };
}
