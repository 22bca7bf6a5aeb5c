import { AppError } from "@trovella/foundation";

const RETRY_SECONDS = 10;

export function tooManyExtractions(): AppError {
  return new AppError(
    "RATE_LIMITED",
    `Too many extractions of your organization are waiting. Next: wait ${RETRY_SECONDS} s, then repeat extract_data.`,
    { retryAfterSeconds: RETRY_SECONDS },
  );
}
