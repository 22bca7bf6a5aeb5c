import { Link } from "@tanstack/react-router";
import { useMay, useTeam } from "../api/account.ts";

/** The way to a review that is open; those who may not decide it can still read it. */
export function DecideLink({
  reviewId,
  label = "Decide in the inbox",
}: {
  reviewId: string;
  label?: string;
}) {
  const isKnown = useTeam() !== undefined;
  const mayDecide = useMay("review");
  return (
    <Link
      to="/inbox"
      search={{ item: reviewId }}
      className="inline-flex min-h-9 items-center font-medium text-accent underline"
    >
      {isKnown && !mayDecide ? "Read in the inbox" : label}
    </Link>
  );
}
