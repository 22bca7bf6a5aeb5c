import { AppError } from "@trovella/foundation";

/** Throws INVALID_INPUT naming the field when the value is not what it must be. */
export type Check = (value: unknown, field: string) => void;

export const anything: Check = () => undefined;

export function text({ max, min = 1 }: { max: number; min?: number }): Check {
  return (value, field) => {
    if (typeof value !== "string") throw invalid(field, "must be text");
    if (value.trim().length < min) throw invalid(field, "must not be empty");
    if (value.length > max) throw invalid(field, `must have at most ${max} characters`);
    if (value.includes("\0")) throw invalid(field, "must not contain the NUL character");
    if (!value.isWellFormed()) throw invalid(field, "must not contain half a surrogate pair");
  };
}

export function oneOf(values: readonly string[]): Check {
  return (value, field) => {
    const isListed = typeof value === "string" && values.includes(value);
    if (!isListed) throw invalid(field, `must be one of ${values.join(", ")}`);
  };
}

export function number({ min, max }: { min: number; max: number }): Check {
  return (value, field) => {
    const isInside = typeof value === "number" && value >= min && value <= max;
    if (!isInside) throw invalid(field, `must be a number from ${min} to ${max}`);
  };
}

export function integer(range: { min: number; max: number }): Check {
  return (value, field) => {
    number(range)(value, field);
    if (!Number.isInteger(value)) throw invalid(field, "must be a whole number");
  };
}

export const flag: Check = (value, field) => {
  if (typeof value !== "boolean") throw invalid(field, "must be true or false");
};

export const callable: Check = (value, field) => {
  if (typeof value !== "function") throw invalid(field, "must be a function");
};

export function list(check: Check, { max, min = 0 }: { max: number; min?: number }): Check {
  return (value, field) => {
    if (!Array.isArray(value)) throw invalid(field, "must be a list");
    if (value.length < min || value.length > max) {
      throw invalid(field, `must have ${min} to ${max} entries`);
    }
    value.forEach((entry, index) => {
      check(entry, `${field}[${index}]`);
    });
  };
}

export function optional(check: Check): Check {
  return (value, field) => {
    if (value !== undefined && value !== null) check(value, field);
  };
}

export function record(checks: Readonly<Record<string, Check>>): Check {
  return (value, field) => {
    if (!isRecord(value)) throw invalid(field, "must be an object");
    for (const [key, check] of Object.entries(checks)) {
      check(value[key], field ? `${field}.${key}` : key);
    }
  };
}

/** An object whose keys are not known in advance. */
export function entries(check: Check, { max }: { max: number }): Check {
  return (value, field) => {
    if (!isRecord(value)) throw invalid(field, "must be an object");
    const values = Object.values(value);
    if (values.length > max) throw invalid(field, `must have at most ${max} entries`);
    for (const entry of values) check(entry, field);
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function invalid(field: string, expectation: string): AppError {
  return new AppError(
    "INVALID_INPUT",
    `${field || "The command"} ${expectation}. Next: correct it and call again.`,
    { field },
  );
}
