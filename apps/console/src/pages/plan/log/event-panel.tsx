import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../../api/api.ts";
import { usePersonName } from "../../../api/use-person-name.ts";
import { CodeView } from "../../../components/code-view.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { absoluteTime } from "../../../format/relative-time.ts";
import { t } from "../../../language/messages.ts";
import { LoadRest } from "../step/load-rest.tsx";
import { useWholeText } from "../step/use-whole-text.ts";
import { actorInWords, type PlanEventRow } from "./event-words.ts";

export function EventPanel({ event }: { event: PlanEventRow }) {
  const { id, seq, planVersion, actorUserId, sessionId, createdAt } = event;
  const personName = usePersonName();
  const options = api.researchPlan.event.queryOptions({ eventId: id });
  // Events never change.
  const query = useQuery({ ...options, staleTime: "static" });
  return (
    <>
      <p className="mb-2 flex flex-wrap gap-x-4 text-soft text-sm [overflow-wrap:anywhere]">
        <span>{absoluteTime(new Date(createdAt))}</span>
        <span>{actorInWords(event)}</span>
        {actorUserId && <span>{t("for {name}", { name: personName(actorUserId) })}</span>}
        {sessionId && <span>{t("session {id}", { id: sessionId })}</span>}
        {seq !== null && <span>{t("number {seq}", { seq })}</span>}
        {planVersion !== null && (
          <span>{t("version {version} of the plan", { version: planVersion })}</span>
        )}
      </p>
      <QueryView query={query} what={t("the event")}>
        {(payload) => <Payload eventId={id} {...payload} />}
      </QueryView>
    </>
  );
}

interface PayloadProps {
  readonly eventId: string;
  readonly payload: string;
  readonly length: number;
}

function Payload({ eventId, payload, length }: PayloadProps) {
  const whole = useWholeText({
    key: [eventId],
    first: payload,
    length,
    measure: (text) => text.length,
    loadFrom: async (from) => {
      const options = api.researchPlan.event.queryOptions({ eventId, from });
      return (await queryClient.fetchQuery(options)).payload;
    },
  });
  return (
    <>
      <LoadRest what={t("event")} length={length} whole={whole} />
      <CodeView label={t("Payload")} value={whole.value} />
    </>
  );
}
