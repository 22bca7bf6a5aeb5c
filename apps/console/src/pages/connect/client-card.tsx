import { CodeView } from "../../components/code-view.tsx";
import { CopyLine } from "../../components/copy-line.tsx";
import { Icon } from "../../components/icon.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { plural, rich, t } from "../../language/messages.ts";
import type { CallingClient, ConnectableClient } from "./callers.ts";
import { serverText } from "./server-texts.ts";

type Method = ConnectableClient["methods"][number];

interface ClientCardProps {
  readonly client: ConnectableClient;
  /** Null while loading. */
  readonly callers: readonly CallingClient[] | null;
  readonly periodDays: number;
}

export function ClientCard({ client, callers, periodDays }: ClientCardProps) {
  const { id, name, command, methods, nextStep, clientInfoPrefixes, link } = client;
  // A command, or signing in, is easier than what is folded away.
  const shown = methods.filter(({ signIn }) => command === null && signIn !== "token");
  const folded = methods.filter((method) => !shown.includes(method));
  return (
    <section
      aria-labelledby={`${id}-name`}
      className="grid min-w-0 content-start gap-3 rounded-lg border border-line bg-card px-5 py-4"
    >
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 id={`${id}-name`} className="font-semibold">
          {serverText(name, name)}
        </h3>
        {callers && (
          <Seen
            callers={callers}
            periodDays={periodDays}
            isNamed={clientInfoPrefixes.length === 0}
          />
        )}
      </div>
      {command !== null && (
        <CopyLine text={command} isCode what={t("the command that connects {name}", { name })} />
      )}
      {shown.map((method) => (
        <ByHand key={method.transport} method={method} name={name} />
      ))}
      {link !== null && (
        <a
          href={link}
          className="inline-flex min-h-6 items-center justify-self-start text-accent hover:underline"
        >
          {t("Add to {name}", { name })}
        </a>
      )}
      <p className="text-soft text-sm">{serverText(nextStep, name)}</p>
      {folded.length > 0 && (
        <details className="group">
          <summary className="min-h-8 cursor-pointer py-1 font-medium text-sm">
            {command === null ? t("With an access token") : t("By hand")}
          </summary>
          <div className="grid gap-5 pt-2">
            {folded.map((method) => (
              <ByHand key={method.transport} method={method} name={name} />
            ))}
          </div>
        </details>
      )}
    </section>
  );
}

interface SeenProps {
  readonly callers: readonly CallingClient[];
  readonly periodDays: number;
  readonly isNamed: boolean;
}

function Seen({ callers, periodDays, isNamed }: SeenProps) {
  if (callers.length === 0) {
    return (
      <p className="flex items-baseline gap-1.5 text-soft text-sm">
        <Icon name="circle" className="self-center" />
        {plural(periodDays, "No call in the last day", "No call in the last {count} days")}
      </p>
    );
  }
  return callers.map(({ clientName, calls, errors, lastCallAt }) => (
    <p key={clientName} className="flex min-w-0 items-baseline gap-1.5 text-sm">
      <Icon name="check" className="self-center text-good" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {isNamed && <strong className="font-medium">{clientName ?? t("Unnamed")}: </strong>}
        {rich("Called {when}", { when: <RelativeTime at={lastCallAt} /> })}
        <span className="text-soft">, {callsInWords(calls, errors, periodDays)}</span>
      </span>
    </p>
  ));
}

/** "12 calls and 1 error in 30 days". */
function callsInWords(calls: number, errors: number, periodDays: number): string {
  const counts = [
    plural(calls, "{count} call", "{count} calls"),
    ...(errors > 0 ? [plural(errors, "{count} error", "{count} errors")] : []),
  ].join(t(" and "));
  return plural(periodDays, "{counts} in {count} day", "{counts} in {count} days", { counts });
}

const ABOUT = {
  http: t("Calls this server, which must be running:"),
  stdio: t("Starts Trovella itself and shares the data with this server:"),
  browser: t("Signs in with your browser:"),
  token: t("Sends the token in the variable TROVELLA_TOKEN:"),
};

function ByHand({ method, name }: { method: Method; name: string }) {
  const { transport, signIn, file, entry, commandLine } = method;
  const isHttp = transport === "http";
  return (
    <div className="grid min-w-0 gap-2">
      <p className="text-soft text-sm">{ABOUT[signIn === "none" ? transport : signIn]}</p>
      {commandLine !== null && (
        <CopyLine
          text={commandLine}
          isCode
          what={
            isHttp
              ? t("the command of {name} for this server", { name })
              : t("the command of {name} for starting Trovella", { name })
          }
        />
      )}
      <CodeView label={file ?? t("The entry that most clients understand")} value={entry} />
    </div>
  );
}
