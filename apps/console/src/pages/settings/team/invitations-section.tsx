import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Team } from "../../../api/account.ts";
import { api, type Replies } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { ShownOnce } from "../../../components/shown-once.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { Awaited, Day, Failure, Row, Rows } from "./parts.tsx";
import { type Role, RoleSelect } from "./role-select.tsx";
import { useChange } from "./use-change.ts";

type Invitation = Replies["invitation"]["list"]["invitations"][number];

export function InvitationsSection({ team }: { team: Team }) {
  const query = useQuery(api.invitation.list.queryOptions());
  const invitations = query.data?.invitations;
  return (
    <SettingsSection title="Invitations">
      <div className="grid gap-5">
        <NewInvitation team={team} />
        {!invitations && <Awaited what="invitations" query={query} />}
        {invitations?.length === 0 && <p className="text-soft">No invitation is open.</p>}
        {invitations && invitations.length > 0 && (
          <Rows label="Open invitations">
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </Rows>
        )}
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
      <ShownOnce
        title="The link of the invitation"
        secret={data.link}
        what="the link"
        onDone={reset}
      >
        Send it to {email} yourself: Trovella sends no mail, and the link is shown this once. It
        works once, for that address, until <Day at={data.expiresAt} />.
      </ShownOnce>
    );
  }
  return (
    <form
      aria-label="New invitation"
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate({ email, role });
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
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
          Make a link
        </Button>
      </div>
      <Failure error={error} />
    </form>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, email, role, inviterName, expiresAt } = invitation;
  const change = useChange();
  const mutation = useMutation(
    api.invitation.revoke.mutationOptions(change("The invitation is revoked.")),
  );
  return (
    <Row
      name={email}
      about={
        <>
          as {role}, by <bdi>{inviterName}</bdi>, until <Day at={expiresAt} />
        </>
      }
    >
      <ConfirmButton
        label="Revoke"
        what={`the invitation of ${email}`}
        title="Revoke this invitation?"
        action="Revoke"
        isPending={mutation.isPending}
        onConfirm={() => mutation.mutate({ invitationId: id })}
      >
        The link for {email} ends at once.
      </ConfirmButton>
      <Failure error={mutation.error} />
    </Row>
  );
}
