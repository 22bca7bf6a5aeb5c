import { Icon } from "./icon.tsx";

export function CallOutcome({
  isError,
  errorCode,
}: {
  isError: boolean;
  errorCode: string | null;
}) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-sm ${isError ? "text-bad" : "text-good"}`}
    >
      <Icon name={isError ? "failed" : "check"} />
      {isError ? (errorCode ?? "Failed") : "Done"}
    </span>
  );
}
