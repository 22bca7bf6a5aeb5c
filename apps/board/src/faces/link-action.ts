import { button, element } from "../element.ts";
import type { FaceContext } from "../face.ts";

/** Opens a page; where the host opens none, its URL is shown to be copied, since a link in the frame would be dead. */
export function linkAction(
  { canOpenLinks, open }: FaceContext,
  { label, url, look = "quiet" }: { label: string; url: string | null; look?: string },
): HTMLElement | null {
  if (!url) return null;
  if (canOpenLinks) return button(label, look, () => open(url));
  return element(
    "p",
    { class: "link" },
    element("span", { class: "soft" }, `${label}: `),
    element("span", { class: "url" }, url),
  );
}
