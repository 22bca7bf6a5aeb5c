import { CodeView } from "../../components/code-view.tsx";
import { CopyLine } from "../../components/copy-line.tsx";
import { Icon } from "../../components/icon.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { counted } from "../../format/duration-text.ts";
import type { CallingClient, ConnectableClient } from "./callers.ts";

type Method = ConnectableClient["methods"][number];

interface ClientCardProps {
  readonly client: ConnectableClient;
  /** Null while loading. */
  readonly callers: readonly CallingClient[] | null;
  readonly periodDays: number;
}

export function ClientCard({ client, callers, periodDays }: ClientCardProps) {
  const { id, name, command, methods, nextStep, clientInfoPrefixes } = client;
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
          {name}
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
        <CopyLine text={command} isCode what={`the command that connects ${name}`} />
      )}
      {shown.map((method) => (
        <ByHand key={method.transport} method={method} name={name} />
      ))}
      <p className="text-soft text-sm">{nextStep}</p>
      {folded.length > 0 && (
        <details className="group">
          <summary className="min-h-8 cursor-pointer py-1 font-medium text-sm">
            {command === null ? "With an access token" : "By hand"}
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
        No call in the last {periodDays} days
      </p>
    );
  }
  return callers.map(({ clientName, calls, errors, lastCallAt }) => (
    <p key={clientName} className="flex min-w-0 items-baseline gap-1.5 text-sm">
      <Icon name="check" className="self-center text-good" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {isNamed && <strong className="font-medium">{clientName ?? "Unnamed"}: </strong>}
        Called <RelativeTime at={lastCallAt} />
        <span className="text-soft">
          , {counted(calls, "call")}
          {errors > 0 && ` and ${counted(errors, "error")}`} in {periodDays} days
        </span>
      </span>
    </p>
  ));
}

const ABOUT = {
  http: "Calls this server, which must be running:",
  stdio: "Starts Trovella itself and shares the data with this server:",
  browser: "Signs in with your browser:",
  token: "Sends the token in the variable TROVELLA_TOKEN:",
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
          what={`the command of ${name} for ${isHttp ? "this server" : "starting Trovella"}`}
        />
      )}
      <CodeView label={file ?? "The entry that most clients understand"} value={entry} />
    </div>
  );
}
