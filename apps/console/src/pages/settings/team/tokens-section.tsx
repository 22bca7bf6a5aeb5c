import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Team, useMay } from "../../../api/account.ts";
import { api, type Replies } from "../../../api/api.ts";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { Select } from "../../../components/select.tsx";
import { ShowMore } from "../../../components/show-more.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { NewToken } from "./new-token.tsx";
import { Awaited, Day, Failure, Row, Rows } from "./parts.tsx";
import { useChange } from "./use-change.ts";

type Token = Replies["token"]["list"]["tokens"][number];

const WHOSE = [
  { value: "own", label: "My tokens" },
  { value: "all", label: "Tokens of all members" },
] as const;

export function TokensSection({ team }: { team: Team }) {
  const [whose, setWhose] = useState<"own" | "all">("own");
  const maySeeAll = useMay("admin");
  return (
    <SettingsSection title="Access tokens">
      <div className="grid gap-5">
        <p className="text-soft">
          For programs that cannot sign in with a browser. A token acts as you, within what you
          allow it, in this organization alone.
        </p>
        <NewToken team={team} />
        {maySeeAll && (
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
  const tokens = query.data?.pages.flatMap((page) => page.tokens);
  if (!tokens) return <Awaited what="tokens" query={query} />;
  if (tokens.length === 0) return <p className="text-soft">There are no tokens yet.</p>;
  return (
    <div>
      <Rows label="Access tokens">
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </Rows>
      <ShowMore query={query}>Older tokens</ShowMore>
    </div>
  );
}

const STATES: Readonly<Record<Token["state"], string>> = {
  active: "Active",
  expired: "Expired",
  revoked: "Revoked",
  ended: "Ended: its person has left",
};

function TokenRow({ token }: { token: Token }) {
  const { id, name, ending, scopes, state, expiresAt, lastUsedAt, isOwn } = token;
  const holder = useMemberName(token.userId);
  const change = useChange();
  const mutation = useMutation(api.token.revoke.mutationOptions(change("The token is revoked.")));
  return (
    <Row
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
    >
      {state === "active" && (
        <ConfirmButton
          label="Revoke"
          what={`the token ${name}`}
          title="Revoke this token?"
          action="Revoke"
          isPending={mutation.isPending}
          onConfirm={() => mutation.mutate({ tokenId: id })}
        >
          Programs that use <bdi>{name}</bdi> (…{ending}) are out at once.
        </ConfirmButton>
      )}
      <Failure error={mutation.error} />
    </Row>
  );
}

function useMemberName(userId: string): string | undefined {
  const { data } = useQuery(api.member.list.queryOptions());
  return data?.members.find((member) => member.userId === userId)?.name;
}
