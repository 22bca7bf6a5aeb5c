import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Team } from "../../../api/account.ts";
import { api, type Replies } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { Awaited, Day, Failure, Row, Rows } from "./parts.tsx";
import { RoleSelect } from "./role-select.tsx";
import { useChange } from "./use-change.ts";

type Member = Replies["member"]["list"]["members"][number];

export function MembersSection({ team }: { team: Team }) {
  const query = useQuery(api.member.list.queryOptions());
  return (
    <SettingsSection title="Members">
      {query.data ? (
        <Rows label="Members">
          {query.data.members.map((member) => (
            <MemberRow key={member.userId} member={member} team={team} />
          ))}
        </Rows>
      ) : (
        <Awaited what="members" query={query} />
      )}
    </SettingsSection>
  );
}

function MemberRow({ member, team }: { member: Member; team: Team }) {
  const { name, email, role, joinedAt, isSelf, isChangeable } = member;
  return (
    <Row
      name={
        <>
          <bdi>{name}</bdi>
          {isSelf && <span className="font-normal text-soft"> (you)</span>}
        </>
      }
      about={
        <>
          {email}, {isChangeable ? "" : `${role}, `}since <Day at={joinedAt} />
        </>
      }
    >
      {isChangeable && <RoleChange key={role} member={member} team={team} />}
      {isChangeable && !isSelf && <Removal member={member} />}
      {isSelf && <Leaving team={team} />}
    </Row>
  );
}

/** A list that changes with every arrow key would pass through other roles: a button says which is meant. */
function RoleChange({ member: { userId, name, role }, team }: { member: Member; team: Team }) {
  const [chosen, setChosen] = useState(role);
  const change = useChange();
  const mutation = useMutation(
    api.member.changeRole.mutationOptions(change("The role is changed.")),
  );
  return (
    <>
      <RoleSelect
        label={`Role of ${name}`}
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
          Change role
        </Button>
      )}
      <Failure error={mutation.error} />
    </>
  );
}

function Removal({ member: { userId, name } }: { member: Member }) {
  const change = useChange();
  const mutation = useMutation(api.member.remove.mutationOptions(change("The member is removed.")));
  return (
    <>
      <ConfirmButton
        label="Remove"
        what={name}
        title="Remove this member?"
        action="Remove"
        isPending={mutation.isPending}
        onConfirm={() => mutation.mutate({ userId })}
      >
        <bdi>{name}</bdi> is out at once, and so are their tokens and programs in this organization.
        What they did stays.
      </ConfirmButton>
      <Failure error={mutation.error} />
    </>
  );
}

function Leaving({ team: { organizationName } }: { team: Team }) {
  const mutation = useMutation(
    api.organization.leave.mutationOptions({
      networkMode: "always",
      onSuccess: () => window.location.assign("/"),
    }),
  );
  return (
    <>
      <ConfirmButton
        label="Leave"
        what={organizationName}
        title="Leave this organization?"
        action="Leave"
        isPending={mutation.isPending}
        onConfirm={() => mutation.mutate({})}
      >
        You can come back to <bdi>{organizationName}</bdi> only by invitation. Your tokens and
        programs in it end; what you did stays.
      </ConfirmButton>
      <Failure error={mutation.error} />
    </>
  );
}
