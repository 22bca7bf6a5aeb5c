import type { ApiServices, ServerSettings } from "@trovella/api";
import { currentMachine, localInstructions, teamInstructions } from "@trovella/connect";
import { newestSnapshotAt } from "@trovella/db/maintenance";
import type { Config } from "../config.ts";
import { databaseSettings } from "../database.ts";
import { createInstallation } from "../installation.ts";
import { embedderSettings } from "../services/search-service.ts";

type Installed = Pick<ApiServices, "clientsAt" | "settings" | "lastBackupAt">;

/** The console shows everything in local mode, where its user runs the server. */
export function localInstallation(
  config: Config,
  { stallThresholdMs }: { readonly stallThresholdMs: number },
): Installed {
  const { dataDirectory } = databaseSettings(config);
  return {
    clientsAt: (origin) =>
      localInstructions(origin, currentMachine(), createInstallation(process.env)),
    settings: settingsOf(config, stallThresholdMs),
    lastBackupAt: () => newestSnapshotAt(dataDirectory),
  };
}

/** In team mode paths and settings of the server are not shown to its users. */
export function teamInstallation(publicUrl: string): Installed {
  const clients = teamInstructions(new URL(publicUrl).origin);
  // Clients use the public URL, whatever URL the page was loaded from.
  return { clientsAt: () => clients, settings: null, lastBackupAt: () => null };
}

function settingsOf(config: Config, stallThresholdMs: number): ServerSettings {
  const { TROVELLA_EXTRACT_PROVIDER: provider, TROVELLA_EXTRACT_MODEL: model } = config;
  return {
    mode: "local",
    dataDirectory: databaseSettings(config).dataDirectory,
    database: config.DATABASE_URL ? "external" : "embedded",
    stallThresholdMs,
    securityLogDays: config.TROVELLA_SECURITY_LOG_DAYS,
    embedder: embedderSettings(config).kind,
    extraction: provider && model ? { provider, model } : null,
  };
}
