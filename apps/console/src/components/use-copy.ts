import { t } from "../language/messages.ts";
import { useToast } from "./toast.tsx";

export const LINK_COPIED = t("Link copied.");

export function useCopy(): (text: string, done?: string) => Promise<void> {
  const toast = useToast();
  return async (text, done = t("Copied.")) => {
    try {
      await navigator.clipboard.writeText(text);
      toast(done);
    } catch {
      toast(t("The browser blocked copying. Select the text and copy it manually."));
    }
  };
}
