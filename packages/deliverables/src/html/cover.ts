import type { Element } from "hast";
import type { ResearchDocument } from "../document.ts";
import { labelsFor } from "../languages/labels-for.ts";
import { factsOf } from "../structure/answer-notes.ts";
import type { Logo } from "../theme/theme.ts";
import { element } from "./setting.ts";

/** Title, question and facts on a band; a draft says on top that it is one. */
export function coverElement(document: ResearchDocument): Element {
  const { title, subtitle, question, organization, evidence, made, theme } = document;
  const line = (name: string, text: string) =>
    text ? [element("p", { className: [name], dir: "auto" }, [text])] : [];
  // Where it is recorded how the research was done, this stands there.
  const checked = made ? "" : (evidence?.line ?? "");
  return element("header", {}, [
    ...(evidence?.draft ? [element("p", { className: ["draft"] }, [evidence.draft])] : []),
    element("div", {}, [
      ...(theme.logo ? [logoElement(theme.logo, organization || theme.name)] : []),
      ...line("organization", organization),
      element("h1", { dir: "auto" }, [title]),
      ...line("subtitle", subtitle),
      ...line("question", question),
      element("p", { className: ["facts"] }, factsText(document)),
      ...(checked ? [element("p", { className: ["facts", "checked"] }, [checked])] : []),
    ]),
  ]);
}

/** A date and a version say what they are by themselves; the rest needs its label. */
function factsText(document: ResearchDocument): string[] {
  const labels = labelsFor(document.language);
  const words = factsOf(document).map(({ label, value }) => {
    if (label === labels.date) return value;
    return label === labels.version ? labels.versionOf(document.version) : `${label} ${value}`;
  });
  return [words.join(" · ")];
}

const BASE64 = /^[A-Za-z0-9+/]+=*$/;

function logoElement({ mediaType, data, width, height }: Logo, alt: string): Element {
  const src = BASE64.test(data) ? `data:${mediaType};base64,${data}` : "data:,";
  return element("img", { src, alt, width, height }, []);
}
