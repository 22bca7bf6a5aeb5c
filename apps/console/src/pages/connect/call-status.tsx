import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../api/api.ts";
import type { ToolCall } from "../../components/call-columns.tsx";
import { CopyLine } from "../../components/copy-line.tsx";
import { Icon } from "../../components/icon.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { ownCommand } from "../../format/own-command.ts";
import { absoluteTime } from "../../format/relative-time.ts";
import { language } from "../../language/language.ts";
import { rich, t } from "../../language/messages.ts";

const TIPS_AFTER_MS = 60_000;

/** Waits for the first call of one of the person's clients, then shows the latest one. */
export function CallStatus() {
  const query = useQuery(api.toolCall.list.queryOptions({ limit: 1, whose: "mine" }));
  return (
    <QueryView query={query} what={t("the latest call")} lines={1}>
      {({ toolCalls: [call] }) => (
        <div className="rounded-lg border border-line bg-card px-5 py-3">
          {/* The clock stays outside the live region, or every tick would be read out. */}
          <span role="status">{call ? <Called call={call} /> : WAITING}</span>{" "}
          {call ? (
            <span className="text-soft">
              <SecondsAgo at={call.createdAt} />
            </span>
          ) : (
            <Tips />
          )}
        </div>
      )}
    </QueryView>
  );
}

function Called({ call: { clientName, toolName, isError, errorCode } }: { call: ToolCall }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      <Icon
        name={isError ? "stalled" : "check"}
        className={`mr-2 inline align-[-0.15em] ${isError ? "text-warn" : "text-good"}`}
      />
      {rich("{client} called {tool}", {
        client: <strong className="font-semibold">{clientName ?? t("An unnamed client")}</strong>,
        tool: <code className="font-mono">{toolName}</code>,
      })}
      {isError && t(", which failed with {error}", { error: errorCode ?? t("an error") })}
    </span>
  );
}

const WAITING = (
  <span>
    <Icon
      name="live"
      className="mr-2 inline align-[-0.15em] text-accent motion-safe:animate-pulse"
    />
    {t("Waiting for the first call from a client …")}
  </span>
);

/** Troubleshooting, offered when no call arrives for a while. */
function Tips() {
  const isLong = useHasPassed(TIPS_AFTER_MS);
  if (!isLong) return null;
  return (
    <div className="mt-3 grid gap-2 border-line border-t pt-3">
      <p className="font-medium">{t("No call yet. What helps most often:")}</p>
      <ul className="list-disc pl-5 text-soft">
        <li>
          {t("Restart the client after connecting it: most read their configuration at startup.")}
        </li>
        <li>{t("Ask it something that needs a tool, such as “List my Trovella plans”.")}</li>
        <li>{t("Let Trovella check its setup:")}</li>
      </ul>
      <CopyLine text={ownCommand("doctor")} isCode what={t("the command doctor")} />
    </div>
  );
}

function useHasPassed(durationMs: number): boolean {
  const [hasPassed, setHasPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasPassed(true), durationMs);
    return () => clearTimeout(timer);
  }, [durationMs]);
  return hasPassed;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** "2 seconds ago" for the first minute, then like every other time. */
function SecondsAgo({ at }: { at: string }) {
  const age = useAge(at);
  if (age >= MINUTE_MS) return <RelativeTime at={at} />;
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return (
    <time dateTime={at} title={absoluteTime(new Date(at))} className="whitespace-nowrap">
      {format.format(-Math.floor(age / SECOND_MS), "second")}
    </time>
  );
}

function useAge(at: string): number {
  const [now, setNow] = useState(Date.now);
  const age = Math.max(0, now - new Date(at).getTime());
  const isYoung = age < MINUTE_MS;
  useEffect(() => {
    if (!isYoung) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isYoung]);
  // A new call may be newer than the last tick.
  return at > new Date(now).toISOString() ? 0 : age;
}
