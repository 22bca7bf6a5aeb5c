import { type Team, useMay } from "../../../api/account.ts";
import { InvitationsSection } from "./invitations-section.tsx";
import { MembersSection } from "./members-section.tsx";
import { OrganizationSection } from "./organization-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { ProgramsSection } from "./programs-section.tsx";
import { TokensSection } from "./tokens-section.tsx";

/** What a team adds to the settings: its people, and what they let in. */
export default function TeamSections({ team }: { team: Team }) {
  const mayInvite = useMay("admin");
  return (
    <>
      <OrganizationSection team={team} />
      <PasswordSection />
      <TokensSection team={team} />
      <ProgramsSection />
      <MembersSection team={team} />
      {mayInvite && <InvitationsSection team={team} />}
    </>
  );
}
