import { KeyHint } from "../components/key-hint.tsx";
import { PAGES } from "./pages.ts";

const KEYS = [
  ...PAGES.map(({ keys, label }) => ({ keys, does: `Go to ${label}` })),
  { keys: "Ctrl K", does: "Search or go to (⌘ K on a Mac)" },
  { keys: "/", does: "Filter the list" },
  { keys: "j", does: "Next row" },
  { keys: "k", does: "Previous row" },
  { keys: "Enter", does: "Open the row" },
  { keys: "n", does: "Inbox: next item" },
  { keys: "a", does: "Inbox: approve" },
  { keys: "m", does: "Inbox: modify, with feedback" },
  { keys: "s", does: "Inbox: skip" },
  { keys: "x", does: "Inbox: reject" },
  { keys: "]", does: "Report: next citation" },
  { keys: "[", does: "Report: citation before" },
  { keys: ".", does: "Copy the link of the page" },
  { keys: "Esc", does: "Close" },
  { keys: "?", does: "Show these keys" },
];

/** Every key, and what it does. */
export function ShortcutList() {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
      {KEYS.map(({ keys, does }) => (
        <div key={keys} className="contents">
          <dt>
            <KeyHint keys={keys} />
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
