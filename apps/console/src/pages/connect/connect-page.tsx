import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTeam } from "../../account.ts";
import { api } from "../../api.ts";
import { CopyLine } from "../../components/copy-line.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { FIRST_PROMPTS } from "../../first-prompts.ts";
import { CallStatus } from "./call-status.tsx";
import { ClientCard } from "./client-card.tsx";
import { callsOf, strangers } from "./seen.ts";

const { origin } = window.location;

const LOCAL_INTRODUCTION =
  "Run the command in the folder of Trovella: it shows what it changes, keeps a backup and tries the connection.";

export function ConnectPage() {
  const team = useTeam();
  return (
    <>
      <PageHeader title="Connect">
        AI clients do the research; connect the one you work with.
      </PageHeader>
      <div className="grid gap-8">
        <CallStatus />
        <section aria-labelledby="address">
          <h2 id="address" className="mb-2 font-semibold">
            The address of this server
          </h2>
          <div className="max-w-xl">
            <CopyLine text={`${origin}/mcp`} isCode what="the address" />
          </div>
        </section>
        <section aria-labelledby="clients">
          <h2 id="clients" className="font-semibold">
            Clients
          </h2>
          <p className="mb-3 text-soft">{team ? <TeamIntroduction /> : LOCAL_INTRODUCTION}</p>
          <Clients />
        </section>
        <section aria-labelledby="prompts" className="grid max-w-3xl gap-3">
          <h2 id="prompts" className="font-semibold">
            Then ask it, for example
          </h2>
          {FIRST_PROMPTS.map((prompt) => (
            <CopyLine key={prompt} text={prompt} what="this prompt" />
          ))}
        </section>
      </div>
    </>
  );
}

function TeamIntroduction() {
  return (
    <>
      Each client signs in as you, with your browser. For one that cannot, make an access token in
      the{" "}
      <Link to="/settings" className="text-accent underline">
        Settings
      </Link>{" "}
      and keep it in the variable <code className="font-mono">TROVELLA_TOKEN</code>.
    </>
  );
}

function Clients() {
  const { data, error, refetch } = useQuery({
    ...api.connect.clients.queryOptions({ origin }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const seen = useQuery(api.toolCall.clients.queryOptions()).data;
  if (!data) {
    return error ? (
      <ErrorState what="The clients" error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton what="the clients" lines={8} />
    );
  }
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      {data.clients.map((client) => (
        <ClientCard
          key={client.id}
          client={client}
          callers={seen ? callersOf(client.clientInfoPrefixes) : null}
          periodDays={seen?.periodDays ?? 0}
        />
      ))}
    </div>
  );

  /** The card for all others has those whom no other card knows. */
  function callersOf(clientInfoPrefixes: readonly string[]) {
    const callers = seen?.clients ?? [];
    return clientInfoPrefixes.length > 0
      ? callsOf({ clientInfoPrefixes }, callers)
      : strangers(data?.clients ?? [], callers);
  }
}
