import { useEffect, useRef } from "react";

/** Puts the focus into the field that a dialog is about, rather than on the button that closes it. */
export function useFocus<Element extends HTMLInputElement | HTMLTextAreaElement>({
  isSelected = true,
} = {}) {
  const field = useRef<Element>(null);
  useEffect(() => {
    field.current?.focus();
    if (isSelected) field.current?.select();
  }, [isSelected]);
  return field;
}
