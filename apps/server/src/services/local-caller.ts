import { LOCAL_ORGANIZATION_ID, LOCAL_USER_ID } from "@trovella/db/identity";
import { ALL_PERMISSIONS, type Caller } from "@trovella/research";

/** Local mode has no sign-in: every caller is the local user. */
export function localCaller(sessionId: string | null): Caller {
  return {
    tenant: { organizationId: LOCAL_ORGANIZATION_ID },
    userId: LOCAL_USER_ID,
    userName: "Local user",
    userEmail: "local@localhost",
    permissions: ALL_PERMISSIONS,
    sessionId,
    browserSessionId: null,
    isPerson: false,
    clientName: null,
  };
}
