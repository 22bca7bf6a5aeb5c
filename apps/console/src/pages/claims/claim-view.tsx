import type { ReactNode, Ref } from "react";
import { usePersonName } from "../../api/use-person-name.ts";
import { Icon } from "../../components/icon.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { plural, t } from "../../language/messages.ts";
import { ClaimStatusBadge, Tag } from "./claim-badges.tsx";
import { type ClaimDetail, KIND_WORDS, STATUS_LOOKS, VERDICT_WORDS } from "./claim-words.ts";
import { EvidenceCard } from "./evidence-card.tsx";
import { MarkedText } from "./marked-text.tsx";
import { VerdictForm } from "./verdict-form.tsx";

interface ClaimViewProps {
  readonly claim: ClaimDetail;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly isPlanShown: boolean;
  readonly onDone: () => void;
}

/** A claim beside what its sources say, and what people said of it. */
export function ClaimView({ claim, headingRef, isPlanShown, onDone }: ClaimViewProps) {
  const { evidence, restsOn } = claim;
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] xl:items-start">
      <div className="grid min-w-0 gap-4 xl:sticky xl:top-16">
        <Statement claim={claim} headingRef={headingRef} isPlanShown={isPlanShown} />
        <WithinReach>
          <VerdictForm claim={claim} onDone={onDone} />
        </WithinReach>
      </div>
      <div className="grid min-w-0 gap-3">
        {evidence.map((entry, index) => (
          <EvidenceCard key={entry.id} evidence={entry} isFirst={index === 0} />
        ))}
        {evidence.length === 0 && restsOn.length === 0 && (
          <p className="rounded-lg border border-line border-dashed px-4 py-6 text-soft">
            {t("Nothing was quoted for this claim.")}
          </p>
        )}
        <RestsOn claims={restsOn} />
        <Audits audits={claim.audits} />
      </div>
    </div>
  );
}

/** In narrow windows the verdict stays within reach of the thumb. */
function WithinReach({ children }: { children: ReactNode }) {
  return (
    <div className="max-xl:fixed max-xl:inset-x-0 max-xl:bottom-(--bottom-bar) max-xl:z-10 max-xl:max-h-[60vh] max-xl:overflow-y-auto max-xl:border-line max-xl:border-t max-xl:bg-raised max-xl:px-4 max-xl:py-3 md:max-xl:left-[12.5rem] empty:hidden">
      {children}
    </div>
  );
}

function Statement({ claim, headingRef, isPlanShown }: Omit<ClaimViewProps, "onDone">) {
  const { number, kind, isKey, isDisputed, isWithdrawn, status, judgedStatus, statement } = claim;
  return (
    <section aria-label={t("The claim")} className="min-w-0 [overflow-wrap:anywhere]">
      <p className="mb-1 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
        <span className="font-mono text-soft">c{number}</span>
        <ClaimStatusBadge status={status} />
        {isKey && <Tag>{t("Key claim")}</Tag>}
        <Tag>{KIND_WORDS[kind]}</Tag>
        {isDisputed && <Tag>{t("Said to be disputed")}</Tag>}
        {isWithdrawn && <Tag>{t("Withdrawn")}</Tag>}
      </p>
      <h2
        ref={headingRef}
        tabIndex={-1}
        className="font-medium text-lg leading-snug focus-visible:outline-none"
      >
        <MarkedText text={statement} figures={claim.figures} />
      </h2>
      <p className="mt-1 text-soft text-sm">
        {STATUS_LOOKS[status].meaning}
        {status !== judgedStatus &&
          ` ${t("Before that its status was: {status}.", { status: STATUS_LOOKS[judgedStatus].word })}`}
      </p>
      <Problems problems={claim.problems} />
      {isPlanShown && (
        <p className="mt-2 text-sm">
          <TextLink
            to="/plans/$planId"
            params={{ planId: claim.planHandle }}
            search={{ tab: "evidence", claim: claim.id }}
          >
            <PlanTitle mode={claim.planMode} title={claim.planTitle} />
          </TextLink>
        </p>
      )}
    </section>
  );
}

function Problems({ problems }: Pick<ClaimDetail, "problems">) {
  if (problems.length === 0) return null;
  return (
    <ul aria-label={t("Problems")} className="mt-3 grid gap-1.5">
      {problems.map(({ code, message, isWeakening, sourceId }) => (
        <li
          key={`${code} ${sourceId} ${message}`}
          className="flex gap-2 rounded-md border border-line bg-card px-3 py-1.5 text-sm"
        >
          <Icon
            name={isWeakening ? "failed" : "stalled"}
            className={`mt-0.5 ${isWeakening ? "text-bad" : "text-warn"}`}
          />
          <span className="min-w-0">{message}</span>
        </li>
      ))}
    </ul>
  );
}

function RestsOn({ claims }: { claims: ClaimDetail["restsOn"] }) {
  if (claims.length === 0) return null;
  return (
    <section aria-label={t("Claims that it follows from")} className="min-w-0">
      <h3 className="mb-1 font-medium">{t("It follows from")}</h3>
      <ul className="grid gap-2">
        {claims.map(({ id, number, statement, status }) => (
          <li key={id} className="rounded-lg border border-line bg-card px-4 py-2 wrap-anywhere">
            <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
              <span className="font-mono text-soft">c{number}</span>
              <ClaimStatusBadge status={status} />
            </p>
            <TextLink to="." search={(before) => ({ ...before, claim: id })} resetScroll={false}>
              {statement}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Audits({ audits }: Pick<ClaimDetail, "audits">) {
  const nameOf = usePersonName();
  if (audits.length === 0) return null;
  return (
    <section aria-label={t("Verdicts")} className="min-w-0">
      <h3 className="mb-1 font-medium">
        {plural(audits.length, "{count} verdict by people", "{count} verdicts by people")}
      </h3>
      <ul className="grid gap-1.5 text-sm">
        {audits.map(({ id, verdict, note, userId, via, createdAt, isCurrent, seconds }) => (
          <li key={id} className="border-line border-l-2 pl-3 wrap-anywhere">
            <span className="font-medium">{VERDICT_WORDS[verdict]}</span>: {nameOf(userId)}
            {via === "api" && t(", by a program")}
            <span className="text-soft">
              , <RelativeTime at={createdAt} />
              {seconds !== null && t(", after {seconds} s", { seconds })}
              {!isCurrent && t(", before the claim was amended")}
            </span>
            {note && <p className="whitespace-pre-line">{note}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
