import type { ReactNode } from "react";
import { t } from "../language/messages.ts";
import { webLink } from "../url/web-link.ts";

/** A stored URL: a link if it is an http(s) URL, else plain text. */
export function ExternalLink({ url, children }: { url: string | null; children?: ReactNode }) {
  const href = webLink(url);
  if (!href) return <span className="break-words">{children ?? url}</span>;
  return (
    <a
      href={href}
      rel="noreferrer noopener"
      target="_blank"
      className="break-words text-accent underline [overflow-wrap:anywhere]"
    >
      {children ?? url}
      <span className="sr-only"> {t("(opens in a new tab)")}</span>
    </a>
  );
}
