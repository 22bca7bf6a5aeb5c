import { useCan, useTeam } from "../api/account.ts";
import { TextLink } from "./text-link.tsx";

interface DecideLinkProps {
  readonly reviewId: string;
  readonly label?: string;
}

/** Links to an open review; users without the permission to decide can still read it. */
export function DecideLink({ reviewId, label = "Decide in the inbox" }: DecideLinkProps) {
  const isKnown = useTeam() !== undefined;
  const canDecide = useCan("review");
  return (
    <TextLink to="/inbox" search={{ item: reviewId }} className="inline-flex min-h-9 items-center">
      {isKnown && !canDecide ? "Read in the inbox" : label}
    </TextLink>
  );
}
