import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Team } from "../../../api/account.ts";
import { api, type Replies } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { ShownOnce } from "../../../components/shown-once.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { ROLE_LABELS } from "../../../format/labels.ts";
import { rich, t } from "../../../language/messages.ts";
import { SettingsSection } from "../settings-section.tsx";
import { FieldRow, MutationForm } from "./mutation-form.tsx";
import { type Role, RoleSelect } from "./role-select.tsx";
import { Day, RevocableRow, Rows } from "./rows.tsx";
import { useChange } from "./use-change.ts";

type Invitation = Replies["invitation"]["list"]["invitations"][number];

export function InvitationsSection({ team }: { team: Team }) {
  const query = useQuery(api.invitation.list.queryOptions());
  return (
    <SettingsSection title={t("Invitations")}>
      <div className="grid gap-5">
        <NewInvitation team={team} />
        <QueryView
          query={query}
          what={t("the invitations")}
          lines={3}
          isEmpty={({ invitations }) => invitations.length === 0}
          empty={<p className="text-soft">{t("No open invitations.")}</p>}
        >
          {({ invitations }) => (
            <Rows label={t("Open invitations")}>
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
  const mutation = useMutation(api.invitation.create.mutationOptions(change(t("Invited."))));
  const { data, error, isPending, reset } = mutation;
  if (data) {
    return (
      <ShownOnce
        title={t("Invite link")}
        secret={data.link}
        what={t("the link")}
        onDone={() => {
          reset();
          setEmail("");
        }}
      >
        {rich(
          "Send it to {email} yourself: Trovella sends no e-mail, and the link is shown only once. It can be used once, by that person, until {day}.",
          { email, day: <Day at={data.expiresAt} /> },
        )}
      </ShownOnce>
    );
  }
  return (
    <MutationForm
      label={t("New invitation")}
      error={error}
      onSubmit={() => mutation.mutate({ email, role })}
    >
      <FieldRow>
        <TextField
          label={t("E-mail address")}
          type="email"
          required
          value={email}
          onText={setEmail}
          autoComplete="off"
          className="flex-1 basis-56"
        />
        <RoleSelect label={t("Role")} roles={team.roles} chosen={role} onChange={setRole} />
        <Button kind="primary" type="submit" disabled={isPending}>
          {t("Create invite link")}
        </Button>
      </FieldRow>
    </MutationForm>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, email, role, inviterName, expiresAt } = invitation;
  const change = useChange();
  const mutation = useMutation(
    api.invitation.revoke.mutationOptions(change(t("Invitation revoked."))),
  );
  return (
    <RevocableRow
      name={email}
      about={
        <>
          {t("as {role}", { role: ROLE_LABELS[role] })},{" "}
          {rich("by {name}", { name: <bdi>{inviterName}</bdi> })},{" "}
          {rich("until {day}", { day: <Day at={expiresAt} /> })}
        </>
      }
      what={t("the invitation of {name}", { name: email })}
      title={t("Revoke this invitation?")}
      mutation={mutation}
      onRevoke={() => mutation.mutate({ invitationId: id })}
    >
      {t("The link for {email} stops working at once.", { email })}
    </RevocableRow>
  );
}
