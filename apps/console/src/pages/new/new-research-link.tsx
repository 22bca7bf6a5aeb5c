import { Link } from "@tanstack/react-router";
import { t } from "../../language/messages.ts";

/** Leads to the form for new research. */
export function NewResearchLink() {
  return (
    <Link
      to="/new"
      aria-keyshortcuts="c"
      className="inline-flex min-h-9 items-center rounded-md bg-accent px-3 py-1 font-medium text-on-accent text-sm hover:opacity-90"
    >
      {t("New research")}
    </Link>
  );
}
