import { AppError } from "@trovella/foundation";
import { errorCode } from "./error-code.ts";
import { diskFullError, readOnlyError } from "./start-failure.ts";

const NOT_ALLOWED = ["EACCES", "EPERM", "ENOTDIR"];

/** Explains a file system error to the user; any other error is returned unchanged. */
export function fileError(error: unknown, dataDirectory: string): unknown {
  if (error instanceof AppError) return error;
  const code = errorCode(error) ?? "";
  if (code === "ENOSPC" || code === "EDQUOT") return diskFullError(dataDirectory);
  if (code === "EROFS") return readOnlyError(dataDirectory);
  if (!NOT_ALLOWED.includes(code)) return error;
  const { message } = error as Error;
  return new AppError(
    "UNAVAILABLE",
    `The data directory ${dataDirectory} cannot be used by this user (${message}). Next: make it writable ` +
      "for you, or set TROVELLA_DATA_DIR to a directory of your own.",
    { dataDirectory, cause: code },
  );
}
