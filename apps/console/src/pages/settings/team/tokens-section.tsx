import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Team, useCan } from "../../../api/account.ts";
import { api, type Replies } from "../../../api/api.ts";
import { QueryView } from "../../../components/query-view.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { Select } from "../../../components/select.tsx";
import { ShowMore } from "../../../components/show-more.tsx";
import { rich, t } from "../../../language/messages.ts";
import { SettingsSection } from "../settings-section.tsx";
import { NewToken } from "./new-token.tsx";
import { Day, RevocableRow, Rows } from "./rows.tsx";
import { useChange } from "./use-change.ts";

type Token = Replies["token"]["list"]["tokens"][number];

const WHOSE = [
  { value: "own", label: t("My tokens") },
  { value: "all", label: t("Tokens of all members") },
] as const;

export function TokensSection({ team }: { team: Team }) {
  const [whose, setWhose] = useState<"own" | "all">("own");
  const canSeeAll = useCan("admin");
  return (
    <SettingsSection title={t("Access tokens")}>
      <div className="grid gap-5">
        <p className="text-soft">
          {t(
            "For programs that cannot sign in with a browser. A token acts as you, within the scopes you choose, in this organization only.",
          )}
        </p>
        <NewToken team={team} />
        {canSeeAll && (
          <Select
            label={t("Whose tokens")}
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
      what={t("the tokens")}
      lines={3}
      isEmpty={({ pages: [first] }) => first?.tokens.length === 0}
      empty={<p className="text-soft">{t("There are no tokens yet.")}</p>}
    >
      {({ pages }) => (
        <div>
          <Rows label={t("Access tokens")}>
            {pages
              .flatMap(({ tokens }) => tokens)
              .map((token) => (
                <TokenRow key={token.id} token={token} />
              ))}
          </Rows>
          <ShowMore query={query}>{t("Older tokens")}</ShowMore>
        </div>
      )}
    </QueryView>
  );
}

const STATES: Readonly<Record<Token["state"], string>> = {
  active: t("Active"),
  expired: t("Expired"),
  revoked: t("Revoked"),
  ended: t("Ended"),
};

function TokenRow({ token }: { token: Token }) {
  const { id, name, ending, scopes, state, expiresAt, lastUsedAt, isOwn } = token;
  const holder = useMemberName(token.userId);
  const change = useChange();
  const mutation = useMutation(api.token.revoke.mutationOptions(change(t("Token revoked."))));
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
            <>, {rich("of {name}", { name: <bdi>{holder ?? t("a former member")}</bdi> })}</>
          )}
          ; {scopes.join(", ")};{" "}
          {lastUsedAt
            ? rich("used {when}", { when: <RelativeTime at={lastUsedAt} /> })
            : t("never used")}
          {state === "active" && <>; {rich("until {day}", { day: <Day at={expiresAt} /> })}</>}
        </>
      }
      what={t("the token {name}", { name })}
      title={t("Revoke this token?")}
      mutation={mutation}
      isRevocable={state === "active"}
      onRevoke={() => mutation.mutate({ tokenId: id })}
    >
      {rich("Programs that use {name} (…{ending}) lose access at once.", {
        name: <bdi>{name}</bdi>,
        ending,
      })}
    </RevocableRow>
  );
}

function useMemberName(userId: string): string | undefined {
  const { data } = useQuery(api.member.list.queryOptions());
  return data?.members.find((member) => member.userId === userId)?.name;
}
