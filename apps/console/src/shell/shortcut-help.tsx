import { Dialog } from "../components/dialog.tsx";
import { KeyHint } from "../components/key-hint.tsx";
import { PAGES } from "../navigation.ts";

const KEYS = [
  ...PAGES.map(({ keys, label }) => ({ keys, does: `Go to ${label}` })),
  { keys: "Ctrl K", does: "Search or go to (⌘ K on a Mac)" },
  { keys: "/", does: "Filter the list" },
  { keys: "j", does: "Next row" },
  { keys: "k", does: "Previous row" },
  { keys: "Enter", does: "Open the row" },
  { keys: "]", does: "Next citation of a report" },
  { keys: "[", does: "Previous citation of a report" },
  { keys: "Esc", does: "Close" },
  { keys: "?", does: "Show these keys" },
];

export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2 px-5 py-4">
        {KEYS.map(({ keys, does }) => (
          <div key={keys} className="contents">
            <dt>
              <KeyHint keys={keys} />
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
