import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { api, type Replies } from "../../api/api.ts";
import { describeError } from "../../api/describe-error.ts";
import { Button } from "../../components/button.tsx";
import { ContinuePrompt, PROMPT_COPIED } from "../../components/continue-prompt.tsx";
import { Icon } from "../../components/icon.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { useCopy } from "../../components/use-copy.ts";
import { clientLinks } from "../../format/prompts.ts";
import { plural, rich, t } from "../../language/messages.ts";
import {
  type FormProblems,
  hasOwnCheckpoint,
  MAX_NOTES,
  MAX_QUESTION,
  type Origin,
  type ResearchForm,
} from "./research-form.ts";
import { startPrompt } from "./start-prompt.ts";

type Created = Replies["researchPlan"]["createDraft"];

interface StartSectionProps {
  readonly form: ResearchForm;
  readonly origin: Origin | null;
  readonly onProblems: (problems: FormProblems) => void;
  readonly onCreated: () => void;
}

/** The two ways to start: a prompt for an assistant, or a plan that the next assistant picks up. */
export function StartSection({ form, origin, onProblems, onCreated }: StartSectionProps) {
  const [created, setCreated] = useState<Created | null>(null);
  const create = useMutation(
    api.researchPlan.createDraft.mutationOptions({
      onSuccess: (plan) => {
        setCreated(plan);
        onCreated();
      },
      onError: (error) => onProblems(problemAt(error)),
    }),
  );
  const check = (): boolean => {
    const problems = problemsOf(form);
    onProblems(problems);
    const [first] = Object.keys(problems);
    if (first === undefined) return true;
    document.getElementById(first)?.focus();
    return false;
  };
  if (created) return <CreatedPlan plan={created} onAgain={() => setCreated(null)} />;
  const failure = create.error && Object.keys(problemAt(create.error)).length === 0;
  return (
    <div className="grid gap-4 lg:sticky lg:top-16">
      <PromptCard form={form} from={origin?.handle ?? null} onCheck={check} />
      <Card title={t("Or create the plan now")}>
        <p className="text-soft text-sm">
          {t("It waits in Plans until you tell any connected assistant to continue it.")}
        </p>
        <Button
          className="min-h-9 justify-self-start"
          disabled={create.isPending}
          onClick={() => check() && create.mutate(draftOf(form, origin))}
        >
          {create.isPending ? t("Creating …") : t("Create draft plan")}
        </Button>
        <p role="alert" className="text-bad text-sm">
          {failure && describeError(create.error).message}
        </p>
      </Card>
    </div>
  );
}

function PromptCard({
  form,
  from,
  onCheck,
}: {
  form: ResearchForm;
  from: string | null;
  onCheck: () => boolean;
}) {
  const copy = useCopy();
  const prompt = startPrompt({ form, from, server: window.location.origin });
  const isReady = form.question.trim() !== "";
  return (
    <Card title={t("Give this to your assistant")}>
      {isReady ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        <pre tabIndex={0} dir="auto" className={PROMPT}>
          {prompt}
        </pre>
      ) : (
        <p className={`${PROMPT} text-soft`}>{t("The prompt appears here as you type.")}</p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <Button
          kind="primary"
          className="min-h-9"
          onClick={() => {
            if (onCheck()) void copy(prompt, PROMPT_COPIED);
          }}
        >
          <Icon name="copy" />
          {t("Copy prompt")}
        </Button>
        {isReady && (
          <p className="flex flex-wrap items-center gap-x-3">
            <span className="text-soft">{t("Or open it in")}</span>
            {clientLinks(prompt).map(({ client, url }) => (
              <a
                key={client}
                href={url}
                className="inline-flex min-h-6 items-center text-accent hover:underline"
              >
                {client}
              </a>
            ))}
          </p>
        )}
      </div>
    </Card>
  );
}

const PROMPT =
  "max-h-72 overflow-y-auto whitespace-pre-wrap rounded-md bg-hover px-3 py-2 font-sans text-sm [overflow-wrap:anywhere]";

function CreatedPlan({ plan, onAgain }: { plan: Created; onAgain: () => void }) {
  return (
    <Card title={t("The plan is waiting for an assistant")}>
      <p role="status">
        {rich("{plan} has {steps}. Tell your assistant to continue it:", {
          plan: (
            <TextLink to="/plans/$planId" params={{ planId: plan.planId }}>
              {plan.handle}
            </TextLink>
          ),
          steps: plural(plan.stepCount, "{count} step", "{count} steps"),
        })}
      </p>
      <ContinuePrompt plan={plan} />
      <div className="flex flex-wrap items-center gap-3">
        <TextLink
          to="/plans/$planId"
          params={{ planId: plan.planId }}
          className="inline-flex min-h-9 items-center"
        >
          {t("Open the plan")}
        </TextLink>
        <Button kind="quiet" className="min-h-9" onClick={onAgain}>
          {t("Create another one")}
        </Button>
      </div>
    </Card>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 gap-3 rounded-lg border border-line bg-card px-5 py-4"
    >
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

function draftOf(form: ResearchForm, origin: Origin | null) {
  const { question, depth, format, template, notes, isPersonal } = form;
  const wantsAnswer = form.reviewAnswer && !hasOwnCheckpoint(form);
  return {
    question,
    depth,
    format,
    template,
    checkpoints: [
      ...(form.reviewStart ? (["start"] as const) : []),
      ...(wantsAnswer ? (["answer"] as const) : []),
    ],
    reviewPolicy: isPersonal ? ("human_only" as const) : ("relayed_allowed" as const),
    ...(notes.trim() ? { notes } : {}),
    ...(origin ? { planId: origin.id } : {}),
  };
}

function problemsOf({ question, notes }: ResearchForm): FormProblems {
  const asked = question.trim() ? tooLong(question, MAX_QUESTION) : t("Write the question first.");
  const noted = tooLong(notes, MAX_NOTES);
  return { ...(asked ? { question: asked } : {}), ...(noted ? { notes: noted } : {}) };
}

function tooLong(text: string, max: number): string | undefined {
  return text.length > max
    ? t("Too long by {count} characters.", { count: text.length - max })
    : undefined;
}

/** The server's refusal of one field. */
function problemAt(error: unknown): FormProblems {
  const { code, message } = describeError(error);
  const field = (["template", "question", "notes"] as const).find((name) =>
    message.startsWith(name),
  );
  return code === "INVALID_INPUT" && field ? { [field]: message } : {};
}
