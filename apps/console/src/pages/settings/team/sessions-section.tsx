import { useMutation, useQuery } from "@tanstack/react-query";
import { api, type Replies } from "../../../api/api.ts";
import { QueryView } from "../../../components/query-view.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { rich, t } from "../../../language/messages.ts";
import { SettingsSection } from "../settings-section.tsx";
import { browserName } from "./browser-name.ts";
import { ConfirmedChange, Day, Row, Rows } from "./rows.tsx";
import { useChange } from "./use-change.ts";

type Session = Replies["session"]["list"]["sessions"][number];

/** The browsers in which the user is signed in. */
export function SessionsSection() {
  const query = useQuery(api.session.list.queryOptions());
  return (
    <SettingsSection title={t("Sessions")}>
      <QueryView query={query} what={t("the sessions")} lines={3}>
        {({ sessions }) => (
          <div className="grid gap-5">
            <Rows label={t("Sessions")}>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </Rows>
            {sessions.length > 1 && <EndOthers />}
          </div>
        )}
      </QueryView>
    </SettingsSection>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { id, userAgent, isCurrent } = session;
  const change = useChange();
  const mutation = useMutation(api.session.end.mutationOptions(change(t("Session ended."))));
  const browser = browserName(userAgent);
  return (
    <Row
      name={
        <>
          {browser}
          {isCurrent && <span className="font-normal text-soft"> {t("(this browser)")}</span>}
        </>
      }
      about={<SessionFacts session={session} />}
    >
      {!isCurrent && (
        <ConfirmedChange
          action={t("End")}
          what={t("the session in {browser}", { browser })}
          title={t("End this session?")}
          mutation={mutation}
          onConfirm={() => mutation.mutate({ sessionId: id })}
        >
          {t("That browser is signed out at once.")}
        </ConfirmedChange>
      )}
    </Row>
  );
}

/** Since when, last use and address. */
export function SessionFacts({ session }: { session: Omit<Session, "isCurrent"> }) {
  const { createdAt, expiresAt, lastUsedAt, ipAddress } = session;
  return (
    <>
      {lastUsedAt && <>{rich("Used {when}", { when: <RelativeTime at={lastUsedAt} /> })}; </>}
      {rich("signed in on {day}", { day: <Day at={createdAt} /> })}
      {ipAddress && ` ${t("from {address}", { address: ipAddress })}`};{" "}
      {rich("until {day}", { day: <Day at={expiresAt} /> })}
    </>
  );
}

function EndOthers() {
  const change = useChange();
  const mutation = useMutation(api.session.end.mutationOptions(change(t("Other sessions ended."))));
  return (
    <div>
      <ConfirmedChange
        action={t("End all other sessions")}
        what=""
        title={t("End all other sessions?")}
        mutation={mutation}
        onConfirm={() => mutation.mutate({ sessionId: null })}
      >
        {t(
          "Every other browser is signed out at once. Tokens and connected apps keep their access.",
        )}
      </ConfirmedChange>
    </div>
  );
}
