import { KeyHint } from "../components/key-hint.tsx";
import { t } from "../language/messages.ts";
import { PAGES } from "./pages.ts";

const KEYS = [
  ...PAGES.map(({ keys, label }) => ({ keys, action: t("Go to {page}", { page: label }) })),
  { keys: "Ctrl K", action: t("Search or go to (⌘ K on a Mac)") },
  { keys: "c", action: t("New research") },
  { keys: "/", action: t("Filter the list") },
  { keys: "j", action: t("Next row") },
  { keys: "k", action: t("Previous row") },
  { keys: "Enter", action: t("Open the row") },
  { keys: "e", action: t("Plan: edit the selected step") },
  { keys: "#", action: t("Plan: delete it, after a confirmation") },
  { keys: "n", action: t("Inbox: next item") },
  { keys: "a", action: t("Inbox: select Approve") },
  { keys: "m", action: t("Inbox: select Modify, with feedback") },
  { keys: "s", action: t("Inbox: select Skip") },
  { keys: "r", action: t("Inbox: select Reject") },
  { keys: "Ctrl Enter", action: t("Inbox: send the selected decision (⌘ Enter on a Mac)") },
  { keys: "z", action: t("Undo the decision, for 8 seconds") },
  { keys: "a d u", action: t("Claims: agree, disagree, not sure") },
  { keys: "o", action: t("Claims: open the source at the place") },
  { keys: "]", action: t("Report: next citation") },
  { keys: "[", action: t("Report: previous citation") },
  { keys: ".", action: t("Copy link to this page") },
  { keys: "Esc", action: t("Close") },
  { keys: "?", action: t("Show keyboard shortcuts") },
];

export function ShortcutList() {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
      {KEYS.map(({ keys, action }) => (
        <div key={keys} className="contents">
          <dt>
            <KeyHint keys={keys} />
          </dt>
          <dd>{action}</dd>
        </div>
      ))}
    </dl>
  );
}
