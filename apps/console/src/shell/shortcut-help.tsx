import { Dialog } from "../components/dialog.tsx";
import { ShortcutList } from "./shortcut-list.tsx";

export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose}>
      <div className="px-5 py-4">
        <ShortcutList />
      </div>
    </Dialog>
  );
}
