import { type Team, useCan } from "../../../api/account.ts";
import { AppsSection } from "./apps-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SecurityLogSection } from "./security-log-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { TokensSection } from "./tokens-section.tsx";

export default function SecuritySections({ team }: { team: Team }) {
  const isManager = useCan("admin");
  return (
    <>
      <PasswordSection />
      <SessionsSection />
      <TokensSection team={team} />
      <AppsSection />
      {isManager && <SecurityLogSection />}
    </>
  );
}
