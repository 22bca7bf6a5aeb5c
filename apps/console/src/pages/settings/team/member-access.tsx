import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Replies } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { rich, t } from "../../../language/messages.ts";
import { browserName } from "./browser-name.ts";
import { ConfirmedChange, Day, Row, Rows } from "./rows.tsx";
import { SessionFacts } from "./sessions-section.tsx";
import { useChange } from "./use-change.ts";

type Access = Replies["member"]["access"];

/** What signs a member in to this organization, for owners and admins. */
export function MemberAccess({ userId, name }: { userId: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)} aria-label={t("Access of {name}", { name })}>
        {t("Access")}
      </Button>
      <Dialog
        title={t("Access of {name}", { name })}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <AccessPanel userId={userId} name={name} />
      </Dialog>
    </>
  );
}

function AccessPanel({ userId, name }: { userId: string; name: string }) {
  const query = useQuery(api.member.access.queryOptions({ userId }));
  const change = useChange();
  const mutation = useMutation(api.member.endAccess.mutationOptions(change(t("Access ended."))));
  return (
    <div className="grid gap-4 px-5 py-4">
      <QueryView query={query} what={t("the access")} lines={3} isEmpty={isNothing} empty={NOTHING}>
        {(access) => <AccessRows access={access} />}
      </QueryView>
      <p className="text-soft text-sm">{t("Their tokens are listed under Access tokens.")}</p>
      <div>
        <ConfirmedChange
          action={t("End all access")}
          what={t("of {name}", { name })}
          title={t("End all access?")}
          mutation={mutation}
          onConfirm={() => mutation.mutate({ userId })}
        >
          {rich(
            "{name} is signed out, and all their tokens and connected apps in this organization end. They stay a member and can sign in again.",
            { name: <bdi>{name}</bdi> },
          )}
        </ConfirmedChange>
      </div>
    </div>
  );
}

const NOTHING = <p className="text-soft">{t("No sessions and no connected apps.")}</p>;

function isNothing({ sessions, grants }: Access): boolean {
  return sessions.length === 0 && grants.length === 0;
}

function AccessRows({ access: { sessions, grants } }: { access: Access }) {
  return (
    <Rows label={t("Sessions and connected apps")}>
      {sessions.map((session) => (
        <Row
          key={session.id}
          name={browserName(session.userAgent)}
          about={<SessionFacts session={session} />}
        />
      ))}
      {grants.map(({ id, clientName, scopes, createdAt }) => (
        <Row
          key={id}
          name={<bdi>{clientName}</bdi>}
          about={
            <>
              {t("App")}: {scopes.join(", ")};{" "}
              {rich("authorized on {day}", { day: <Day at={createdAt} /> })}
            </>
          }
        />
      ))}
    </Rows>
  );
}
