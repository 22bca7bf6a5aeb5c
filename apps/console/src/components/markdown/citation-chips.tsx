import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import type { Citation } from "../../format/citation-markers.ts";
import { t } from "../../language/messages.ts";
import { webLink } from "../../url/web-link.ts";

/** The URL of what a marker cites: of the console, or of the web; null if it leads nowhere. */
export type CitationHref = (citation: Citation) => string | null;

const CHIP =
  "mx-px inline-block rounded bg-accent-soft px-1 py-px align-[0.1em] font-medium text-[0.75em] text-accent leading-tight whitespace-nowrap no-underline tabular-nums";
const MAX_SHOWN_REF = 12;

interface CitationChipsProps {
  readonly citations: readonly Citation[];
  readonly hrefOf: CitationHref | undefined;
}

/** The markers of a text, each as small as a footnote. */
export function CitationChips({ citations, hrefOf }: CitationChipsProps) {
  return citations.map((citation, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
    <CitationChip key={index} citation={citation} href={hrefOf?.(citation) ?? null} />
  ));
}

function CitationChip({ citation, href }: { citation: Citation; href: string | null }) {
  const name = nameOf(citation);
  const label = (
    <>
      <span className="sr-only">{name}</span>
      <span aria-hidden="true">{shortName(citation)}</span>
    </>
  );
  if (href === null) {
    return (
      <bdi title={name} className={CHIP}>
        {label}
      </bdi>
    );
  }
  return <ChipLink href={href} title={name} label={label} />;
}

interface ChipLinkProps {
  readonly href: string;
  readonly title: string;
  readonly label: React.ReactNode;
}

function ChipLink({ href, title, label }: ChipLinkProps) {
  const router = useRouter();
  const url = webLink(href);
  const isInside = href.startsWith("/") && !href.startsWith("//");
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  if (isInside || href.startsWith("#")) {
    return (
      <a href={href} title={title} onClick={isInside ? follow : undefined} className={CHIP}>
        {label}
      </a>
    );
  }
  return (
    <a
      href={url ?? undefined}
      title={title}
      target="_blank"
      rel="noreferrer noopener"
      className={CHIP}
    >
      {label}
    </a>
  );
}

function nameOf(citation: Citation): string {
  if (citation.kind === "own") return t("Own conclusion of the assistant");
  const { ref } = citation;
  if (citation.kind === "claim") return t("Claim {ref}", { ref });
  if (citation.quote === null) return t("Source {ref}", { ref });
  return t("Source {ref}, quote {quote}", { ref, quote: citation.quote });
}

function shortName(citation: Citation): string {
  if (citation.kind === "own") return t("own");
  const { ref } = citation;
  const short = ref.length > MAX_SHOWN_REF ? `${ref.slice(0, MAX_SHOWN_REF)}…` : ref;
  return citation.kind === "claim" ? t("claim {ref}", { ref: short }) : short;
}
