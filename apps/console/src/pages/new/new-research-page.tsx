import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { rich, t } from "../../language/messages.ts";
import { FormFields } from "./form-fields.tsx";
import {
  EMPTY_FORM,
  type FormProblems,
  forgetForm,
  keepForm,
  keptForm,
  MAX_QUESTION,
  type Origin,
  type ResearchForm,
} from "./research-form.ts";
import { StartSection } from "./start-section.tsx";

const route = getRouteApi("/new");

/** A question and how it should be answered, which becomes a prompt or a plan. */
export function NewResearchPage() {
  const { from } = route.useSearch();
  return (
    <>
      <PageHeader title={t("New research")}>
        {t("Say what you want to know. An assistant does the research; you follow it here.")}
      </PageHeader>
      {from ? <FromPlan key={from} planId={from} /> : <NewResearch key="new" origin={null} />}
    </>
  );
}

function FromPlan({ planId }: { planId: string }) {
  const query = useQuery(api.researchPlan.detail.queryOptions({ planId }));
  return (
    <QueryView query={query} what={t("the earlier plan")} lines={6}>
      {({ plan: { id, handle, title, researchQuestion: question } }) => (
        <NewResearch origin={{ id, handle, title, question }} />
      )}
    </QueryView>
  );
}

function NewResearch({ origin }: { origin: Origin | null }) {
  const from = origin?.id;
  const [form, setForm] = useState<ResearchForm>(
    () =>
      keptForm(from) ?? { ...EMPTY_FORM, question: origin?.question.slice(0, MAX_QUESTION) ?? "" },
  );
  const [problems, setProblems] = useState<FormProblems>({});
  const change = (changed: Partial<ResearchForm>) => {
    const next = { ...form, ...changed };
    setForm(next);
    keepForm(from, next);
    setProblems({});
  };
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:items-start">
      <div className="grid gap-6">
        {origin && <OriginNote origin={origin} />}
        <FormFields form={form} problems={problems} onChange={change} />
      </div>
      <StartSection
        form={form}
        origin={origin}
        onProblems={setProblems}
        onCreated={() => forgetForm(from)}
      />
    </div>
  );
}

function OriginNote({ origin: { id, handle, title } }: { origin: Origin }) {
  return (
    <p className="rounded-md border border-line bg-card px-4 py-3">
      {rich(
        "Builds on {plan} ({handle}): its findings stay stored, and the assistant reads them first.",
        {
          plan: (
            <TextLink to="/plans/$planId" params={{ planId: id }}>
              {title}
            </TextLink>
          ),
          handle: <code>{handle}</code>,
        },
      )}
    </p>
  );
}
