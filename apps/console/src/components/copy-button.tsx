import { useToast } from "../toast.tsx";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast("Copied.");
    } catch {
      toast("The browser did not allow copying. Select the text and copy it by hand.");
    }
  };
  return (
    <Button onClick={copy}>
      <Icon name="copy" />
      {label}
    </Button>
  );
}
