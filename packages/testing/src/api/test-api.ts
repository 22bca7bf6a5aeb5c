import type { Database } from "@trovella/db";
import type { Permission } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import type { ApiServices } from "../../../api/src/context.ts";
import { createCaller, handleApiRequest } from "../../../api/src/index.ts";
import { testNotifications } from "./test-notifications.ts";

const ALL: readonly Permission[] = ["read", "write", "review"];

export interface TestApi {
  readonly services: ApiServices;
  readonly failures: unknown[];
  /** The procedures, called as a member of the organization. */
  as(organizationId: string, permissions?: readonly Permission[]): ReturnType<typeof createCaller>;
  /** Sends an HTTP request as the console does. */
  get(path: string, input?: unknown): Promise<{ status: number; text: string }>;
}

/** The API on a database, without a transport. */
export function createTestApi(database: Database, outside: Partial<ApiServices> = {}): TestApi {
  const failures: unknown[] = [];
  const services: ApiServices = {
    database,
    embedder: () => Promise.resolve(null),
    announce: () => undefined,
    people: null,
    reviewLock: null,
    clientsAt: () => [],
    notifications: testNotifications(),
    loadSample: () => Promise.resolve(),
    settings: null,
    lastBackupAt: () => null,
    limits: { maxStoredBytes: null, maxDailyTokens: null },
    stallThresholdMs: 30 * 60_000,
    documentAfterMs: 30 * 60_000,
    onStored: () => undefined,
    now: () => new Date(),
    onFailure: (error) => failures.push(error),
    ...outside,
  };
  return {
    services,
    failures,
    as: (organizationId, permissions) =>
      createCaller({ services, caller: apiCaller(organizationId, permissions) }),
    async get(path, input) {
      const query =
        input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
      const request = new Request(`http://localhost/api/trpc/${path}${query}`);
      const caller = apiCaller("org_a");
      const response = await handleApiRequest(request, { services, caller });
      return { status: response.status, text: await response.text() };
    },
  };
}

export function apiCaller(
  organizationId: string,
  permissions: readonly Permission[] = ALL,
): Caller {
  return {
    tenant: { organizationId },
    userId: `usr_${organizationId}`,
    userName: "Ada",
    userEmail: "ada@test.example",
    sessionId: null,
    browserSessionId: null,
    isPerson: true,
    clientName: null,
    permissions: new Set(permissions),
  };
}
