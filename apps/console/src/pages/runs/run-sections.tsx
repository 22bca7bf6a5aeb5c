import { Link } from "@tanstack/react-router";
import { Section } from "../../components/section.tsx";
import { plural, t } from "../../language/messages.ts";
import type { Fact, PriorResearch, RunNotes } from "./metadata.ts";

export function InterviewSections({ notes }: { notes: RunNotes }) {
  return (
    <>
      <Section title={t("Interview")}>
        <Facts facts={notes.interview} />
        {notes.interview.length === 0 && <None>{t("No interview was recorded.")}</None>}
      </Section>
      <Section title={t("Clarifying questions")}>
        <Questions notes={notes} />
      </Section>
      <Section title={t("Routing")}>
        <Facts facts={notes.routing} />
        {notes.routing.length === 0 && <None>{t("No routing was recorded.")}</None>}
      </Section>
      <Section title={t("Earlier research")}>
        {notes.priorResearch ? (
          <Prior check={notes.priorResearch} />
        ) : (
          <None>{t("No check for earlier research was recorded.")}</None>
        )}
      </Section>
    </>
  );
}

export function OutcomeSections({ notes }: { notes: RunNotes }) {
  return (
    <>
      {notes.outcome.length > 0 && (
        <Section title={t("Outcome")}>
          <Facts facts={notes.outcome} />
        </Section>
      )}
      {notes.other.length > 0 && (
        <Section title={t("Other")}>
          <Facts facts={notes.other} />
        </Section>
      )}
    </>
  );
}

function Questions({ notes: { questions, skipQuestionsReason } }: { notes: RunNotes }) {
  return (
    <>
      {questions.length > 0 && (
        <ol className="grid max-w-prose list-decimal gap-2 pl-5">
          {questions.map(({ question, answer }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a question may have been asked twice
            <li key={index} className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              <p className="font-medium">{question}</p>
              <p className={answer === null ? "text-soft" : ""}>
                {answer ?? t("no answer recorded")}
              </p>
            </li>
          ))}
        </ol>
      )}
      {skipQuestionsReason && (
        <p className="max-w-prose whitespace-pre-wrap [overflow-wrap:anywhere]">
          <span className="text-soft">{t("None asked:")}</span> {skipQuestionsReason}
        </p>
      )}
      {questions.length === 0 && !skipQuestionsReason && <None>{t("None recorded.")}</None>}
    </>
  );
}

function Prior({ check: { found, artifactIds, facts } }: { check: PriorResearch }) {
  return (
    <div className="grid gap-2">
      <p>
        {found === null
          ? t("The number of hits was not recorded.")
          : plural(found, "{count} hit found.", "{count} hits found.")}
      </p>
      {artifactIds.length > 0 && (
        <ul
          aria-label={t("Shown to the user")}
          className="grid gap-1 sm:flex sm:flex-wrap sm:gap-x-4"
        >
          {artifactIds.map((artifactId) => (
            <li key={artifactId} className="min-w-0">
              <Link
                to="/library/$artifactId"
                params={{ artifactId }}
                className="inline-flex min-h-9 items-center font-mono text-accent text-sm underline [overflow-wrap:anywhere]"
              >
                {artifactId}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Facts facts={facts} />
    </div>
  );
}

function None({ children }: { children: string }) {
  return <p className="text-soft">{children}</p>;
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="grid gap-x-5 gap-y-0.5 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-y-2">
      {facts.map(({ name, label, text }) => (
        <div key={name} className="contents">
          <dt className="text-soft text-sm leading-6 [overflow-wrap:anywhere]">{label}</dt>
          <dd className="mb-2 min-w-0 max-w-prose whitespace-pre-wrap [overflow-wrap:anywhere] sm:mb-0">
            {text ?? <span className="text-soft">{t("empty")}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
