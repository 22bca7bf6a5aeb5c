import { useEffect, useRef } from "react";

/** Puts the focus into the field that a dialog is about, rather than on the button that closes it. */
export function useFocus<Element extends HTMLInputElement | HTMLTextAreaElement>() {
  const field = useRef<Element>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return field;
}
