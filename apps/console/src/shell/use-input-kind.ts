import { useEffect } from "react";

/** Says on the document whether the last input was a key or a pointer, for elements that are focused by script. */
export function useInputKind(): void {
  useEffect(() => {
    const note = ({ type }: Event) => {
      document.documentElement.dataset.input = type === "keydown" ? "key" : "pointer";
    };
    document.addEventListener("keydown", note, true);
    document.addEventListener("pointerdown", note, true);
    return () => {
      document.removeEventListener("keydown", note, true);
      document.removeEventListener("pointerdown", note, true);
    };
  }, []);
}
