import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Team, useCan } from "../../../api/account.ts";
import { api, type Replies } from "../../../api/api.ts";
import { QueryView } from "../../../components/query-view.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { Select } from "../../../components/select.tsx";
import { ShowMore } from "../../../components/show-more.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { NewToken } from "./new-token.tsx";
import { Day, RevocableRow, Rows } from "./rows.tsx";
import { useChange } from "./use-change.ts";

type Token = Replies["token"]["list"]["tokens"][number];

const WHOSE = [
  { value: "own", label: "My tokens" },
  { value: "all", label: "Tokens of all members" },
] as const;

export function TokensSection({ team }: { team: Team }) {
  const [whose, setWhose] = useState<"own" | "all">("own");
  const canSeeAll = useCan("admin");
  return (
    <SettingsSection title="Access tokens">
      <div className="grid gap-5">
        <p className="text-soft">
          For programs that cannot sign in with a browser. A token acts as you, within the scopes
          you choose, in this organization only.
        </p>
        <NewToken team={team} />
        {canSeeAll && (
          <Select
            label="Whose tokens"
            options={WHOSE}
            chosen={whose}
            onChange={(chosen) => setWhose(chosen ?? "own")}
          />
        )}
        <Tokens whose={whose} />
      </div>
    </SettingsSection>
  );
}

function Tokens({ whose }: { whose: "own" | "all" }) {
  const query = useInfiniteQuery(
    api.token.list.infiniteQueryOptions(
      { whose, limit: 20 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  return (
    <QueryView
      query={query}
      what="the tokens"
      lines={3}
      isEmpty={({ pages: [first] }) => first?.tokens.length === 0}
      empty={<p className="text-soft">There are no tokens yet.</p>}
    >
      {({ pages }) => (
        <div>
          <Rows label="Access tokens">
            {pages
              .flatMap(({ tokens }) => tokens)
              .map((token) => (
                <TokenRow key={token.id} token={token} />
              ))}
          </Rows>
          <ShowMore query={query}>Older tokens</ShowMore>
        </div>
      )}
    </QueryView>
  );
}

const STATES: Readonly<Record<Token["state"], string>> = {
  active: "Active",
  expired: "Expired",
  revoked: "Revoked",
  ended: "Ended",
};

function TokenRow({ token }: { token: Token }) {
  const { id, name, ending, scopes, state, expiresAt, lastUsedAt, isOwn } = token;
  const holder = useMemberName(token.userId);
  const change = useChange();
  const mutation = useMutation(api.token.revoke.mutationOptions(change("Token revoked.")));
  return (
    <RevocableRow
      name={
        <>
          <bdi>{name}</bdi>{" "}
          <code className="font-mono font-normal text-soft text-sm">…{ending}</code>
        </>
      }
      about={
        <>
          <span className={state === "active" ? "text-good" : ""}>{STATES[state]}</span>
          {!isOwn && (
            <>
              , of <bdi>{holder ?? "a former member"}</bdi>
            </>
          )}
          ; {scopes.join(", ")}; {lastUsedAt ? "used " : "never used"}
          {lastUsedAt && <RelativeTime at={lastUsedAt} />}
          {state === "active" && (
            <>
              ; until <Day at={expiresAt} />
            </>
          )}
        </>
      }
      what={`the token ${name}`}
      title="Revoke this token?"
      mutation={mutation}
      isRevocable={state === "active"}
      onRevoke={() => mutation.mutate({ tokenId: id })}
    >
      Programs that use <bdi>{name}</bdi> (…{ending}) lose access at once.
    </RevocableRow>
  );
}

function useMemberName(userId: string): string | undefined {
  const { data } = useQuery(api.member.list.queryOptions());
  return data?.members.find((member) => member.userId === userId)?.name;
}
