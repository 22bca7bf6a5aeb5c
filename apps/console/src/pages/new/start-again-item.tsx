import { Link } from "@tanstack/react-router";
import { t } from "../../language/translate.ts";

interface StartAgainItemProps {
  readonly planId: string;
  readonly className?: string;
}

/** From a plan that has ended: new research that builds on what it found. */
export function StartAgainItem({ planId, className = BUTTON }: StartAgainItemProps) {
  return (
    <Link to="/new" search={{ from: planId }} className={className}>
      {t("Start again with these findings")}
    </Link>
  );
}

const BUTTON =
  "inline-flex min-h-9 items-center rounded-md border border-line bg-card px-2.5 py-1 font-medium text-sm hover:bg-hover";
