import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Replies } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { Select } from "../../../components/select.tsx";
import { ShowMore } from "../../../components/show-more.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { useToast } from "../../../components/toast.tsx";
import { roleLabel } from "../../../format/labels.ts";
import { plural, rich, t } from "../../../language/messages.ts";
import { SettingsSection } from "../settings-section.tsx";
import { KIND_LABELS } from "./event-kind-labels.ts";
import { Failure, Row, Rows } from "./rows.tsx";
import { saveFile } from "./save-file.ts";

type Event = Replies["securityEvent"]["list"]["events"][number];
type Kind = Event["kind"];

interface Filter {
  readonly kind: Kind | null;
  readonly userId: string | null;
}

const EVERYTHING: Filter = { kind: null, userId: null };

/** Sign-ins, and changes of what people may do: for owners and admins. */
export function SecurityLogSection() {
  const [filter, setFilter] = useState(EVERYTHING);
  return (
    <SettingsSection title={t("Security log")}>
      <div className="grid gap-5">
        <p className="text-soft">
          {t(
            "Sign-ins, refused attempts, and changes of members, roles, tokens and apps. Entries cannot be changed.",
          )}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Filters filter={filter} onChange={setFilter} />
          <Exports kind={filter.kind} />
        </div>
        <Events filter={filter} />
      </div>
    </SettingsSection>
  );
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { data: known } = useQuery(api.securityEvent.kinds.queryOptions());
  const { data: people } = useQuery(api.member.list.queryOptions());
  const kinds = known?.kinds.map(({ kind }) => ({ value: kind, label: KIND_LABELS[kind] })) ?? [];
  const members = people?.members.map(({ userId, name }) => ({ value: userId, label: name })) ?? [];
  return (
    <>
      <Select
        label={t("Kind of event")}
        none={t("All events")}
        options={kinds}
        chosen={filter.kind ?? undefined}
        onChange={(kind) => onChange({ ...filter, kind: kind ?? null })}
      />
      <Select
        label={t("Person")}
        none={t("All people")}
        options={members}
        chosen={filter.userId ?? undefined}
        onChange={(userId) => onChange({ ...filter, userId: userId ?? null })}
      />
    </>
  );
}

function Exports({ kind }: { kind: Kind | null }) {
  const toast = useToast();
  const { mutate, isPending, error } = useMutation(
    api.securityEvent.export.mutationOptions({
      networkMode: "always",
      onSuccess: ({ text, count, isComplete }, { format }) => {
        saveFile(`security-log.${format}`, text);
        toast(
          isComplete
            ? t("Security log exported.")
            : t("The newest {count} events exported.", { count }),
        );
      },
    }),
  );
  return (
    <>
      {(["csv", "json"] as const).map((format) => (
        <Button key={format} disabled={isPending} onClick={() => mutate({ kind, format })}>
          {t("Export {format}", { format: format.toUpperCase() })}
        </Button>
      ))}
      <Failure error={error} />
    </>
  );
}

function Events({ filter }: { filter: Filter }) {
  const query = useInfiniteQuery(
    api.securityEvent.list.infiniteQueryOptions(
      { ...filter, limit: 20 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  return (
    <QueryView
      query={query}
      what={t("the security log")}
      lines={6}
      isEmpty={({ pages: [first] }) => first?.events.length === 0}
      empty={<p className="text-soft">{t("No events.")}</p>}
    >
      {({ pages }) => (
        <div>
          <Rows label={t("Security events")}>
            {pages
              .flatMap(({ events }) => events)
              .map((event) => (
                <EventRow key={event.id} event={event} />
              ))}
          </Rows>
          <ShowMore query={query}>{t("Older events")}</ShowMore>
        </div>
      )}
    </QueryView>
  );
}

function EventRow({ event }: { event: Event }) {
  const { isRefusal, count, createdAt } = event;
  return (
    <Row
      name={
        <span className={isRefusal ? "text-bad" : ""}>
          {KIND_LABELS[event.kind]}
          {count > 1 && ` (${plural(count, "{count} time", "{count} times")})`}
          <Subject event={event} />
        </span>
      }
      about={
        <>
          <RelativeTime at={createdAt} />
          <Origin event={event} />
          <Change event={event} />
        </>
      }
    />
  );
}

/** Of a plan the label is the program that tried to decide. */
function Subject({ event: { subjectKind, subjectId, subjectLabel } }: { event: Event }) {
  const label = subjectLabel && <bdi>{subjectLabel}</bdi>;
  if (subjectKind !== "plan" || !subjectId) {
    return label && <span className="font-normal text-text">: {label}</span>;
  }
  return (
    <span className="font-normal text-text">
      : {label && <>{rich("tried by {name}", { name: label })} </>}
      <TextLink to="/plans/$planId" params={{ planId: subjectId }}>
        {t("in this plan")}
      </TextLink>
    </span>
  );
}

const CREDENTIALS: Readonly<Record<Event["credentialKind"], string | null>> = {
  session: t("in a browser"),
  token: t("with the token"),
  oauth: t("with the app"),
  cli: t("on the command line of the server"),
  none: null,
};

function Origin({ event }: { event: Event }) {
  const { actorName, credentialKind, credentialName, ipAddress } = event;
  const credential = CREDENTIALS[credentialKind];
  return (
    <>
      {actorName && <>, {rich("by {name}", { name: <bdi>{actorName}</bdi> })}</>}
      {credential && `, ${credential}`}
      {credentialName && (
        <>
          {" "}
          <bdi>{credentialName}</bdi>
        </>
      )}
      {ipAddress && `, ${t("from {address}", { address: ipAddress })}`}
    </>
  );
}

/** Roles in words; everything else is in the export. */
function Change({ event: { before, after } }: { event: Event }) {
  const [former, next] = [roleIn(before), roleIn(after)];
  if (former && next) return `; ${former} → ${next}`;
  return next ? `; ${t("as {role}", { role: next })}` : null;
}

function roleIn(change: Event["before"]): string | null {
  if (typeof change !== "object" || change === null || !("role" in change)) return null;
  return typeof change.role === "string" ? roleLabel(change.role) : null;
}
