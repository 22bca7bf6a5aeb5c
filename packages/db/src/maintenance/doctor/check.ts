import { AppError } from "@trovella/foundation";
import { databaseFailure } from "../../connection/database-failure.ts";

export const CHECK_TITLES = {
  node: "Node.js",
  configuration: "Configuration",
  data_directory: "Data directory",
  disk_space: "Disk space",
  embedded_postgresql: "Embedded PostgreSQL",
  database: "Database",
  primary: "Primary",
  postgresql_version: "PostgreSQL version",
  migrations: "Migrations",
  tenant_role: "Database user",
  tenant_tables: "Row-level security",
  tenant_probe: "Tenant probe",
} as const;

/** The result of one check, and how to fix what is wrong. */
export interface Check {
  readonly name: keyof typeof CHECK_TITLES;
  readonly status: "ok" | "warn" | "fail";
  readonly message: string;
  readonly fix: string | null;
}

export function ok(name: Check["name"], message: string): Check {
  return { name, status: "ok", message, fix: null };
}

export function warn(name: Check["name"], message: string, fix: string): Check {
  return { name, status: "warn", message, fix };
}

export function fail(name: Check["name"], message: string, fix: string): Check {
  return { name, status: "fail", message, fix };
}

/** The error's message says what to do next. */
export function failed(name: Check["name"], error: AppError): Check {
  const [message = "", fix = ""] = error.message.split(/\s*Next:\s*/);
  return fail(name, message, fix.charAt(0).toUpperCase() + fix.slice(1));
}

/** Runs a check; an AppError is its finding, anything else a bug. */
export async function attempt(
  name: Check["name"],
  look: () => Promise<Check> | Check,
): Promise<Check> {
  try {
    return await look();
  } catch (error) {
    const failure = error instanceof AppError ? error : databaseFailure(error);
    if (!failure) throw error;
    return failed(name, failure);
  }
}
