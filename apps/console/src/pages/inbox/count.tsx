import { numberText } from "../../language/messages.ts";

export function Count({ number }: { number: number }) {
  return <span className="ms-2 font-normal text-soft tabular-nums">{numberText(number)}</span>;
}
