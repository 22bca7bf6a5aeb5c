import { Dialog } from "../components/dialog.tsx";
import { t } from "../language/messages.ts";
import { ShortcutList } from "./shortcut-list.tsx";

export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t("Keyboard shortcuts")} isOpen onClose={onClose}>
      <div className="px-5 py-4">
        <ShortcutList />
      </div>
    </Dialog>
  );
}
