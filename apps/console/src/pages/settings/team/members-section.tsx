import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RELOAD_CONSOLE, type Team } from "../../../api/account.ts";
import { api, type Replies } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { ROLE_LABELS } from "../../../format/labels.ts";
import { rich, t } from "../../../language/messages.ts";
import { SettingsSection } from "../settings-section.tsx";
import { MemberAccess } from "./member-access.tsx";
import { RoleSelect } from "./role-select.tsx";
import { ConfirmedChange, Day, Failure, Row, Rows } from "./rows.tsx";
import { useChange } from "./use-change.ts";

type Member = Replies["member"]["list"]["members"][number];

export function MembersSection({ team }: { team: Team }) {
  const query = useQuery(api.member.list.queryOptions());
  return (
    <SettingsSection title={t("Members")}>
      <QueryView query={query} what={t("the members")} lines={3}>
        {({ members }) => (
          <Rows label={t("Members")}>
            {members.map((member) => (
              <MemberRow key={member.userId} member={member} team={team} />
            ))}
          </Rows>
        )}
      </QueryView>
    </SettingsSection>
  );
}

function MemberRow({ member, team }: { member: Member; team: Team }) {
  const { userId, name, email, role, joinedAt, isSelf, isChangeable } = member;
  return (
    <Row
      name={
        <>
          <bdi>{name}</bdi>
          {isSelf && <span className="font-normal text-soft"> {t("(you)")}</span>}
        </>
      }
      about={
        <>
          {email}, {isChangeable ? "" : `${ROLE_LABELS[role]}, `}
          {rich("since {day}", { day: <Day at={joinedAt} /> })}
        </>
      }
    >
      {isChangeable && <RoleChange key={role} member={member} team={team} />}
      {isChangeable && !isSelf && <MemberAccess userId={userId} name={name} />}
      {isChangeable && !isSelf && <Removal member={member} />}
      {isSelf && <Leaving team={team} />}
    </Row>
  );
}

/** Applied by a button: arrow keys in the list would otherwise pass through other roles. */
function RoleChange({ member: { userId, name, role }, team }: { member: Member; team: Team }) {
  const [chosen, setChosen] = useState(role);
  const change = useChange();
  const mutation = useMutation(api.member.changeRole.mutationOptions(change(t("Role changed."))));
  return (
    <>
      <RoleSelect
        label={t("Role of {name}", { name })}
        roles={team.roles}
        chosen={chosen}
        onChange={setChosen}
      />
      {chosen !== role && (
        <Button
          kind="primary"
          disabled={mutation.isPending}
          onClick={() => mutation.mutate({ userId, role: chosen })}
        >
          {t("Change role")}
        </Button>
      )}
      <Failure error={mutation.error} />
    </>
  );
}

function Removal({ member: { userId, name } }: { member: Member }) {
  const change = useChange();
  const mutation = useMutation(api.member.remove.mutationOptions(change(t("Member removed."))));
  return (
    <ConfirmedChange
      action={t("Remove")}
      what={name}
      title={t("Remove this member?")}
      mutation={mutation}
      onConfirm={() => mutation.mutate({ userId })}
    >
      {rich(
        "{name} loses access at once, as do their tokens and apps in this organization. Their work stays.",
        { name: <bdi>{name}</bdi> },
      )}
    </ConfirmedChange>
  );
}

function Leaving({ team: { organizationName } }: { team: Team }) {
  const mutation = useMutation(api.organization.leave.mutationOptions(RELOAD_CONSOLE));
  return (
    <ConfirmedChange
      action={t("Leave")}
      what={organizationName}
      title={t("Leave this organization?")}
      mutation={mutation}
      onConfirm={() => mutation.mutate({})}
    >
      {rich(
        "You need an invitation to come back to {organization}. Your tokens and apps in it lose access; your work stays.",
        { organization: <bdi>{organizationName}</bdi> },
      )}
    </ConfirmedChange>
  );
}
