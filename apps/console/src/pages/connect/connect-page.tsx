import { useQuery } from "@tanstack/react-query";
import { useTeam } from "../../api/account.ts";
import { api } from "../../api/api.ts";
import { CopyLine } from "../../components/copy-line.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Section } from "../../components/section.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { FIRST_PROMPTS } from "../../format/prompts.ts";
import { rich, t } from "../../language/messages.ts";
import { CallStatus } from "./call-status.tsx";
import { type ConnectableClient, callersOf } from "./callers.ts";
import { ClientCard } from "./client-card.tsx";
import { useClients, useProgram } from "./use-clients.ts";

const { origin } = window.location;

const INTRODUCTIONS = {
  "npx trovella": t(
    "Run the command in Trovella’s folder. It shows what it changes, keeps a backup and tests the connection.",
  ),
  trovella: t(
    "Run the command in a terminal. It shows what it changes, keeps a backup and tests the connection.",
  ),
};

/** Shown at once, besides those found on this computer; the others are folded away. */
const COMMON_CLIENTS = 6;

export function ConnectPage() {
  const team = useTeam();
  const program = useProgram();
  return (
    <>
      <PageHeader title={t("Connect")}>
        {t("AI clients do the research; connect the one you work with.")}
      </PageHeader>
      <div className="grid gap-8">
        <CallStatus />
        <Section title={t("Server URL")}>
          <div className="max-w-xl">
            <CopyLine text={`${origin}/mcp`} isCode what={t("the URL")} />
          </div>
        </Section>
        <Section title={t("Clients")}>
          <p className="mb-3 text-soft">{team ? TEAM_INTRODUCTION : INTRODUCTIONS[program]}</p>
          <Clients />
        </Section>
        <Section title={t("Then ask it, for example")}>
          <div className="grid max-w-3xl gap-3">
            {FIRST_PROMPTS.map((prompt) => (
              <CopyLine key={prompt} text={prompt} what={t("this prompt")} />
            ))}
          </div>
        </Section>
      </div>
    </>
  );
}

const TEAM_INTRODUCTION = rich(
  "Each client signs in as you, with your browser. For one that cannot, create an access token in the {settings} and keep it in the variable {variable}.",
  {
    settings: (
      <TextLink to="/settings/$area" params={{ area: "security" }}>
        {t("Settings")}
      </TextLink>
    ),
    variable: <code className="font-mono">TROVELLA_TOKEN</code>,
  },
);

function Clients() {
  const query = useClients();
  return (
    <QueryView query={query} what={t("the clients")} lines={8}>
      {({ clients }) => <ClientGroups clients={clients} />}
    </QueryView>
  );
}

function ClientGroups({ clients }: { clients: readonly ConnectableClient[] }) {
  const seen = useQuery(api.toolCall.clients.queryOptions({ whose: "mine" })).data;
  const callers = (client: ConnectableClient) =>
    seen ? callersOf(client, clients, seen.clients) : null;
  const isShown = (client: ConnectableClient, index: number) =>
    index < COMMON_CLIENTS ||
    client.isFound ||
    client.clientInfoPrefixes.length === 0 ||
    (callers(client)?.length ?? 0) > 0;
  const shown = clients.filter(isShown);
  const folded = clients.filter((client) => !shown.includes(client));
  const cards = (group: readonly ConnectableClient[]) => (
    <div className="grid items-start gap-3 lg:grid-cols-2 lg:[&>:last-child:nth-child(odd)]:col-span-2">
      {group.map((client) => (
        <ClientCard
          key={client.id}
          client={client}
          callers={callers(client)}
          periodDays={seen?.periodDays ?? 0}
        />
      ))}
    </div>
  );
  return (
    <div className="grid gap-3">
      {cards(shown)}
      <details>
        <summary className="min-h-8 cursor-pointer py-1 font-medium">
          {t("More clients ({count})", { count: folded.length })}
        </summary>
        <div className="pt-2">{cards(folded)}</div>
      </details>
    </div>
  );
}
