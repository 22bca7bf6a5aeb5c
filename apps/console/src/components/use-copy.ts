import { useToast } from "./toast.tsx";

export const LINK_COPIED = "The link of this page is copied.";

/** Copies a text and says so. */
export function useCopy(): (text: string, done?: string) => Promise<void> {
  const toast = useToast();
  return async (text, done = "Copied.") => {
    try {
      await navigator.clipboard.writeText(text);
      toast(done);
    } catch {
      toast("The browser did not allow copying. Select the text and copy it by hand.");
    }
  };
}
