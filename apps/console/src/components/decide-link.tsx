import { useCan, useTeam } from "../api/account.ts";
import { t } from "../language/messages.ts";
import { TextLink } from "./text-link.tsx";

interface DecideLinkProps {
  readonly itemKey: string;
  readonly label?: string;
}

/** Links to an item of the inbox; users without the permission to decide can still read it. */
export function DecideLink({ itemKey, label = t("Decide in the inbox") }: DecideLinkProps) {
  const isKnown = useTeam() !== undefined;
  const canDecide = useCan("review");
  return (
    <TextLink to="/inbox" search={{ item: itemKey }} className="inline-flex min-h-9 items-center">
      {isKnown && !canDecide ? t("Read in the inbox") : label}
    </TextLink>
  );
}
