import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useRef } from "react";
import { t } from "../../../language/translate.ts";

/** A part of a report: HTML that the API rendered from Markdown and sanitized; it is not sanitized here. */
export function ReportText({ sanitizedHtml }: { sanitizedHtml: string }) {
  const body = useRef<HTMLDivElement>(null);
  const { history } = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML means other elements
  useEffect(() => {
    for (const link of body.current?.querySelectorAll<HTMLAnchorElement>('a[href^="http"]') ?? []) {
      link.target = "_blank";
      link.rel = "noreferrer noopener";
    }
    for (const scroller of body.current?.querySelectorAll<HTMLElement>("div.table, pre") ?? []) {
      scroller.tabIndex = 0;
      scroller.setAttribute("role", "group");
      scroller.setAttribute("aria-label", scroller.tagName === "PRE" ? t("Code") : t("Table"));
    }
  }, [sanitizedHtml]);
  const onClick = (event: MouseEvent) => {
    const link = (event.target as HTMLElement).closest<HTMLAnchorElement>('a[href^="/reports/"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.push(link.getAttribute("href") ?? "");
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside take the keys, and their clicks arrive here
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div ref={body} onClick={onClick} dir="auto">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the API has sanitized it, and the Content-Security-Policy blocks scripts and loads */}
      <div className="prose-view" dangerouslySetInnerHTML={{ __html: sanitizedHtml }} />
    </div>
  );
}
