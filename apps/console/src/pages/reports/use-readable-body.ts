import { type RefObject, useEffect } from "react";

/** Opens external links in a new tab and makes scrollable elements focusable. */
export function useReadableBody(body: RefObject<HTMLElement | null>, html: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML means other elements
  useEffect(() => {
    for (const link of body.current?.querySelectorAll<HTMLAnchorElement>('a[href^="http"]') ?? []) {
      link.target = "_blank";
      link.rel = "noreferrer noopener";
    }
    for (const scroller of body.current?.querySelectorAll<HTMLElement>("div.table, pre") ?? []) {
      scroller.tabIndex = 0;
      scroller.setAttribute("role", "group");
      scroller.setAttribute("aria-label", scroller.tagName === "PRE" ? "Code" : "Table");
    }
  }, [body, html]);
}
