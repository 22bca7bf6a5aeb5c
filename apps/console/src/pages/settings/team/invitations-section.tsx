import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Team } from "../../../api/account.ts";
import { api, type Replies } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { ShownOnce } from "../../../components/shown-once.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { FieldRow, MutationForm } from "./mutation-form.tsx";
import { type Role, RoleSelect } from "./role-select.tsx";
import { Day, RevocableRow, Rows } from "./rows.tsx";
import { useChange } from "./use-change.ts";

type Invitation = Replies["invitation"]["list"]["invitations"][number];

export function InvitationsSection({ team }: { team: Team }) {
  const query = useQuery(api.invitation.list.queryOptions());
  return (
    <SettingsSection title="Invitations">
      <div className="grid gap-5">
        <NewInvitation team={team} />
        <QueryView
          query={query}
          what="the invitations"
          lines={3}
          isEmpty={({ invitations }) => invitations.length === 0}
          empty={<p className="text-soft">No open invitations.</p>}
        >
          {({ invitations }) => (
            <Rows label="Open invitations">
              {invitations.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} />
              ))}
            </Rows>
          )}
        </QueryView>
      </div>
    </SettingsSection>
  );
}

function NewInvitation({ team }: { team: Team }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const change = useChange();
  const mutation = useMutation(api.invitation.create.mutationOptions(change("Invited.")));
  const { data, error, isPending, reset } = mutation;
  if (data) {
    return (
      <ShownOnce title="Invite link" secret={data.link} what="the link" onDone={reset}>
        Send it to {email} yourself: Trovella sends no e-mail, and the link is shown only once. It
        can be used once, by that person, until <Day at={data.expiresAt} />.
      </ShownOnce>
    );
  }
  return (
    <MutationForm
      label="New invitation"
      error={error}
      onSubmit={() => mutation.mutate({ email, role })}
    >
      <FieldRow>
        <TextField
          label="E-mail address"
          type="email"
          required
          value={email}
          onText={setEmail}
          autoComplete="off"
          className="flex-1 basis-56"
        />
        <RoleSelect label="Role" roles={team.roles} chosen={role} onChange={setRole} />
        <Button kind="primary" type="submit" disabled={isPending}>
          Create invite link
        </Button>
      </FieldRow>
    </MutationForm>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, email, role, inviterName, expiresAt } = invitation;
  const change = useChange();
  const mutation = useMutation(
    api.invitation.revoke.mutationOptions(change("Invitation revoked.")),
  );
  return (
    <RevocableRow
      name={email}
      about={
        <>
          as {role}, by <bdi>{inviterName}</bdi>, until <Day at={expiresAt} />
        </>
      }
      what={`the invitation of ${email}`}
      title="Revoke this invitation?"
      mutation={mutation}
      onRevoke={() => mutation.mutate({ invitationId: id })}
    >
      The link for {email} stops working at once.
    </RevocableRow>
  );
}
