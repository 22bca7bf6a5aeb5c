import { KeyHint } from "../components/key-hint.tsx";
import { PAGES } from "./pages.ts";

const KEYS = [
  ...PAGES.map(({ keys, label }) => ({ keys, action: `Go to ${label}` })),
  { keys: "Ctrl K", action: "Search or go to (⌘ K on a Mac)" },
  { keys: "c", action: "New research" },
  { keys: "/", action: "Filter the list" },
  { keys: "j", action: "Next row" },
  { keys: "k", action: "Previous row" },
  { keys: "Enter", action: "Open the row" },
  { keys: "n", action: "Inbox: next item" },
  { keys: "a", action: "Inbox: select Approve" },
  { keys: "m", action: "Inbox: select Modify, with feedback" },
  { keys: "s", action: "Inbox: select Skip" },
  { keys: "r", action: "Inbox: select Reject" },
  { keys: "Ctrl Enter", action: "Inbox: send the selected decision (⌘ Enter on a Mac)" },
  { keys: "z", action: "Undo the decision, for 8 seconds" },
  { keys: "a d u", action: "Claims: agree, disagree, not sure" },
  { keys: "o", action: "Claims: open the source at the place" },
  { keys: "]", action: "Report: next citation" },
  { keys: "[", action: "Report: previous citation" },
  { keys: ".", action: "Copy link to this page" },
  { keys: "Esc", action: "Close" },
  { keys: "?", action: "Show keyboard shortcuts" },
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
