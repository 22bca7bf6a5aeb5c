import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { t } from "../../language/messages.ts";

interface StartAgainItemProps extends ComponentProps<"a"> {
  readonly planId: string;
}

/** From a plan that has ended: new research that builds on what it found. */
export function StartAgainItem({ planId, className = BUTTON, ...rest }: StartAgainItemProps) {
  return (
    <Link {...rest} to="/new" search={{ from: planId }} className={className}>
      {t("Start again with these findings")}
    </Link>
  );
}

const BUTTON =
  "inline-flex min-h-9 items-center rounded-md border border-line bg-card px-2.5 py-1 font-medium text-sm hover:bg-hover";
