import { useQuery } from "@tanstack/react-query";
import type { PlanMode } from "@trovella/plan-engine";
import { type ReactNode, useId } from "react";
import { api } from "../../api/api.ts";
import { plural, t } from "../../language/messages.ts";
import {
  FORMATS,
  type Format,
  type FormProblems,
  hasOwnCheckpoint,
  isKind,
  KINDS,
  type Kind,
  MAX_NOTES,
  MAX_QUESTION,
  type ResearchForm,
} from "./research-form.ts";
import { TextArea } from "./text-area.tsx";

const DEPTHS: readonly { value: PlanMode; label: string; about: string }[] = [
  {
    value: "scan",
    label: t("Scan"),
    about: t("A quick overview: one search and the answer, 3 to 8 sources."),
  },
  {
    value: "deep",
    label: t("Deep research"),
    about: t("Several searches, a critique and a checkpoint: 8 steps or more."),
  },
];
const FORMAT_LABELS: Readonly<Record<Format, string>> = {
  conversation: t("Answer in the chat"),
  word: t("Word document"),
  html: t("Web page"),
  markdown: t("Markdown notes"),
  excel: t("Excel workbook"),
  powerpoint: t("PowerPoint slides"),
  pdf: "PDF",
};
const KIND_LABELS: Readonly<Record<Kind, string>> = {
  general_topic: t("General topic"),
  competitive_analysis: t("Compare players of a market"),
  decision_support: t("Prepare a decision"),
};

interface FormFieldsProps {
  readonly form: ResearchForm;
  readonly problems: FormProblems;
  readonly onChange: (changed: Partial<ResearchForm>) => void;
}

export function FormFields({ form, problems, onChange }: FormFieldsProps) {
  return (
    <form className="grid gap-6" onSubmit={(event) => event.preventDefault()}>
      <TextArea
        id="question"
        label={t("Question")}
        hint={t("One question with its scope: region, period, options, criteria.")}
        value={form.question}
        rows={4}
        max={MAX_QUESTION}
        isRequired
        problem={problems.question}
        onText={(question) => onChange({ question })}
      />
      <Depth chosen={form.depth} onChange={(depth) => onChange({ depth })} />
      <div className="grid gap-6 sm:grid-cols-2">
        <Choice label={t("Result as")}>
          {(id) => (
            <select
              id={id}
              value={form.format}
              onChange={({ target }) => onChange({ format: target.value as Format })}
              className={SELECT}
            >
              {FORMATS.map((format) => (
                <option key={format} value={format}>
                  {FORMAT_LABELS[format]}
                </option>
              ))}
            </select>
          )}
        </Choice>
        <Templates form={form} problem={problems.template} onChange={onChange} />
      </div>
      <Checkpoints form={form} onChange={onChange} />
      <TextArea
        id="notes"
        label={t("Notes")}
        hint={t("Optional: what is known already, what to leave out, length, language.")}
        value={form.notes}
        rows={3}
        max={MAX_NOTES}
        problem={problems.notes}
        onText={(notes) => onChange({ notes })}
      />
    </form>
  );
}

const SELECT = "block min-h-9 w-full rounded-md border border-strong-line bg-card px-2.5 py-1";

function Choice({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

function Depth({ chosen, onChange }: { chosen: PlanMode; onChange: (depth: PlanMode) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{t("Depth")}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {DEPTHS.map(({ value, label, about }) => (
          <label
            key={value}
            className="flex cursor-pointer gap-3 rounded-lg border border-line bg-card px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="depth"
              value={value}
              checked={chosen === value}
              onChange={() => onChange(value)}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span>
              <span className="font-medium">{label}</span>
              <span className="block text-soft text-sm">{about}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface TemplatesProps {
  readonly form: ResearchForm;
  readonly problem: string | undefined;
  readonly onChange: (changed: Partial<ResearchForm>) => void;
}

/** The kinds of the built-in templates, and those that the organization added. */
function Templates({ form: { template, depth }, problem, onChange }: TemplatesProps) {
  const { data } = useQuery(api.researchPlan.templates.queryOptions());
  const own = (data ?? []).filter(({ isOwn }) => isOwn);
  const wanted = isKind(template) ? `${depth}/${template}` : template;
  const chosen = data?.find(({ name }) => name === wanted);
  // One that was removed since stays visible, so that the form says what it would send.
  const isMissing = data !== undefined && !chosen;
  return (
    <Choice label={t("Template")}>
      {(id) => (
        <>
          <select
            id={id}
            value={template}
            onChange={({ target }) => onChange({ template: target.value })}
            aria-describedby={`${id}-about`}
            aria-invalid={problem !== undefined || isMissing}
            className={SELECT}
          >
            <optgroup label={t("Built in")}>
              {KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {KIND_LABELS[kind]}
                </option>
              ))}
            </optgroup>
            {(own.length > 0 || isMissing) && (
              <optgroup label={t("Of your organization")}>
                {own.map(({ name }) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
                {isMissing && <option value={template}>{template}</option>}
              </optgroup>
            )}
          </select>
          <span
            id={`${id}-about`}
            className={`text-sm ${problem || isMissing ? "text-bad" : "text-soft"}`}
          >
            {problem ??
              (isMissing
                ? t("There is no such template any more. Choose another one.")
                : chosen && plural(chosen.stepCount, "{count} step", "{count} steps"))}
          </span>
        </>
      )}
    </Choice>
  );
}

function Checkpoints({ form, onChange }: Pick<FormFieldsProps, "form" | "onChange">) {
  const isFixed = hasOwnCheckpoint(form);
  const hasAny = form.reviewStart || form.reviewAnswer || isFixed;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-sm">{t("Ask me (checkpoints)")}</legend>
      <Check
        label={t("Before it starts: show me the plan")}
        isChecked={form.reviewStart}
        onChange={(reviewStart) => onChange({ reviewStart })}
      />
      <Check
        label={
          isFixed
            ? t("Before the answer is written (always in deep research)")
            : t("Before the answer is written: show me the findings")
        }
        isChecked={form.reviewAnswer || isFixed}
        isDisabled={isFixed}
        onChange={(reviewAnswer) => onChange({ reviewAnswer })}
      />
      {hasAny && (
        <Check
          label={t("Only decisions made here in the console count")}
          isChecked={form.isPersonal}
          onChange={(isPersonal) => onChange({ isPersonal })}
        />
      )}
    </fieldset>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

function Check({ label, isChecked, isDisabled = false, onChange }: CheckProps) {
  return (
    <label className="flex min-h-6 items-start gap-2">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span>{label}</span>
    </label>
  );
}
