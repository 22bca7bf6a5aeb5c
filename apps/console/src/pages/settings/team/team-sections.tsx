import { type Team, useCan } from "../../../api/account.ts";
import { AppsSection } from "./apps-section.tsx";
import { InvitationsSection } from "./invitations-section.tsx";
import { MembersSection } from "./members-section.tsx";
import { OrganizationSection } from "./organization-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SecurityLogSection } from "./security-log-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { TokensSection } from "./tokens-section.tsx";
import { WhoDecidesSection } from "./who-decides-section.tsx";

export default function TeamSections({ team }: { team: Team }) {
  const isManager = useCan("admin");
  return (
    <>
      <OrganizationSection team={team} />
      <WhoDecidesSection team={team} />
      <PasswordSection />
      <SessionsSection />
      <TokensSection team={team} />
      <AppsSection />
      <MembersSection team={team} />
      {isManager && <InvitationsSection team={team} />}
      {isManager && <SecurityLogSection />}
    </>
  );
}
