import { type Team, useCan } from "../../../api/account.ts";
import { InvitationsSection } from "./invitations-section.tsx";
import { MembersSection } from "./members-section.tsx";
import { OrganizationSection } from "./organization-section.tsx";

export default function TeamSections({ team }: { team: Team }) {
  const isManager = useCan("admin");
  return (
    <>
      <OrganizationSection team={team} />
      {isManager && <InvitationsSection team={team} />}
      <MembersSection team={team} />
    </>
  );
}
