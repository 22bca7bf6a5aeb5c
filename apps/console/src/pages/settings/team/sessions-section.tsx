import { useMutation, useQuery } from "@tanstack/react-query";
import { api, type Replies } from "../../../api/api.ts";
import { QueryView } from "../../../components/query-view.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { browserName } from "./browser-name.ts";
import { ConfirmedChange, Day, Row, Rows } from "./rows.tsx";
import { useChange } from "./use-change.ts";

type Session = Replies["session"]["list"]["sessions"][number];

/** The browsers in which the user is signed in. */
export function SessionsSection() {
  const query = useQuery(api.session.list.queryOptions());
  return (
    <SettingsSection title="Sessions">
      <QueryView query={query} what="the sessions" lines={3}>
        {({ sessions }) => (
          <div className="grid gap-5">
            <Rows label="Sessions">
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
  const mutation = useMutation(api.session.end.mutationOptions(change("Session ended.")));
  const browser = browserName(userAgent);
  return (
    <Row
      name={
        <>
          {browser}
          {isCurrent && <span className="font-normal text-soft"> (this browser)</span>}
        </>
      }
      about={<SessionFacts session={session} />}
    >
      {!isCurrent && (
        <ConfirmedChange
          action="End"
          what={`the session in ${browser}`}
          title="End this session?"
          mutation={mutation}
          onConfirm={() => mutation.mutate({ sessionId: id })}
        >
          That browser is signed out at once.
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
      {lastUsedAt && (
        <>
          Used <RelativeTime at={lastUsedAt} />;{" "}
        </>
      )}
      signed in on <Day at={createdAt} />
      {ipAddress && <> from {ipAddress}</>}; until <Day at={expiresAt} />
    </>
  );
}

function EndOthers() {
  const change = useChange();
  const mutation = useMutation(api.session.end.mutationOptions(change("Other sessions ended.")));
  return (
    <div>
      <ConfirmedChange
        action="End all other sessions"
        what=""
        title="End all other sessions?"
        mutation={mutation}
        onConfirm={() => mutation.mutate({ sessionId: null })}
      >
        Every other browser is signed out at once. Tokens and connected apps keep their access.
      </ConfirmedChange>
    </div>
  );
}
