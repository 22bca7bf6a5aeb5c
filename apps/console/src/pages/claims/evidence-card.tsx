import { Icon } from "../../components/icon.tsx";
import { KeyHint } from "../../components/key-hint.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { SourceTitle } from "../../components/source-facts.tsx";
import { capitalize } from "../../format/capitalize.ts";
import { t } from "../../language/messages.ts";
import { textFragmentLink } from "../../url/text-fragment.ts";
import { captureInWords, type Evidence, verdictInWords } from "./claim-words.ts";
import { MarkedText } from "./marked-text.tsx";
import { QuoteDifference } from "./quote-difference.tsx";

const STANDING = ["exact", "normalised", "fuzzy"];

/** A source of a claim: what was quoted of it, and what its captured text says there. */
export function EvidenceCard({ evidence, isFirst }: { evidence: Evidence; isFirst: boolean }) {
  const { title, url, doi, sourceNumber, stance, quote, shown, difference, closest } = evidence;
  return (
    <article className="min-w-0 rounded-lg border border-line bg-card px-4 py-3 [overflow-wrap:anywhere]">
      <h3 className="font-medium">
        {sourceNumber !== null && <span className="mr-1 text-soft">[{sourceNumber}]</span>}
        <SourceTitle source={{ title, url, doi }} />
      </h3>
      <Finding evidence={evidence} />
      {difference && <QuoteDifference parts={difference} />}
      {shown && <SourceText {...shown} />}
      {!shown && (
        <Words name={stance === "contradicts" ? t("Quoted against it") : t("Quoted")}>
          {quote}
        </Words>
      )}
      {closest && !difference && (
        <Words name={t("The closest passage of the source")}>{closest}</Words>
      )}
      {evidence.cutOff && <Words name={t("The same sentence also says")}>{evidence.cutOff}</Words>}
      <OpenLink evidence={evidence} isFirst={isFirst} />
    </article>
  );
}

/** What the source says around the quote, scrolled to it. */
function SourceText({ text, figures, ...shown }: NonNullable<Evidence["shown"]>) {
  const { quoteStart, quoteEnd, hasMoreBefore, hasMoreAfter } = shown;
  return (
    // Not a landmark: every source of a claim has one. A fieldset is for form controls.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div
      ref={scrollToQuote}
      role="group"
      aria-label={t("What the source says")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which needs the focus
      tabIndex={0}
      className="mt-2 max-h-72 overflow-y-auto border-line border-l-2 pl-3"
    >
      <p className="whitespace-pre-line">
        {hasMoreBefore && <span className="text-soft">… </span>}
        <MarkedText text={text} figures={figures} quoted={{ start: quoteStart, end: quoteEnd }} />
        {hasMoreAfter && <span className="text-soft"> …</span>}
      </p>
    </div>
  );
}

function scrollToQuote(box: HTMLElement | null): void {
  const quote = box?.querySelector("mark");
  if (!box || !quote) return;
  // `scrollIntoView` would scroll the page as well.
  const offset = quote.getBoundingClientRect().top - box.getBoundingClientRect().top;
  box.scrollTop += offset - box.clientHeight / 4;
}

function Finding({ evidence }: { evidence: Evidence }) {
  const { verdict, stance, fetchedAt } = evidence;
  const isStanding = STANDING.includes(verdict ?? "");
  const color = isStanding ? "text-good" : verdict === null ? "text-soft" : "text-bad";
  const whose = captureInWords(evidence);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
      {stance === "contradicts" && (
        <span className="font-medium text-bad">{t("Speaks against the claim")}</span>
      )}
      <span className={`inline-flex items-baseline gap-1.5 font-medium ${color}`}>
        <Icon
          name={isStanding ? "check" : verdict === null ? "circle" : "failed"}
          className="self-center"
        />
        {verdictInWords(evidence)}
      </span>
      <span className="text-soft">
        {whose && capitalize(whose)}
        {whose && fetchedAt && ", "}
        {fetchedAt && <RelativeTime at={fetchedAt} />}
      </span>
    </p>
  );
}

function Words({ name, children }: { name: string; children: string }) {
  return (
    <div className="mt-2">
      <p className="text-soft text-sm">{name}</p>
      <blockquote className="whitespace-pre-line border-line border-l-2 pl-3">
        {children}
      </blockquote>
    </div>
  );
}

function OpenLink({ evidence, isFirst }: { evidence: Evidence; isFirst: boolean }) {
  const href = textFragmentLink(evidence.link, evidence.passage);
  if (!href) return null;
  return (
    <p className="mt-2 text-sm">
      <a
        href={href}
        rel="noreferrer noopener"
        target="_blank"
        data-opens-source={isFirst || undefined}
        className="inline-flex min-h-8 items-center gap-2 text-accent underline"
      >
        {evidence.passage === null ? t("Open the source") : t("Open the source at this place")}
        <span className="sr-only"> {t("(opens in a new tab)")}</span>
        {isFirst && <KeyHint keys="o" />}
      </a>
    </p>
  );
}
