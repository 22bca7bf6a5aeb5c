import { createGrant, listMemberships, type SessionRow } from "@trovella/db/identity";
import { messagePage } from "../pages/page.ts";
import { readForm } from "../requests.ts";
import { redirectResponse } from "../responses.ts";
import { seal, unseal } from "../seal.ts";
import { hashSecret, newSecret } from "../secrets.ts";
import type { Settings } from "../settings.ts";
import {
  type AuthorizationRequest,
  answerLocation,
  readAuthorizationRequest,
} from "./authorization-request.ts";
import type { Clients } from "./clients.ts";
import { consentPage } from "./consent-page.ts";

const CONSENT_MS = 10 * 60 * 1000;
const CODE_MS = 60 * 1000;
const TITLE = "This cannot be allowed";

interface SealedConsent {
  readonly request: AuthorizationRequest;
  readonly sessionId: string;
}

/** A program sends a person here; they sign in if need be, and are always asked. */
export async function authorize(
  settings: Settings,
  clients: Clients,
  { url, session }: { readonly url: URL; readonly session: SessionRow | null },
): Promise<Response> {
  const read = await readAuthorizationRequest(settings, clients, url.searchParams);
  if (read.outcome === "untrusted") return messagePage(TITLE, read.message, 400);
  if (read.outcome === "refused") return redirectResponse(read.location);
  const { request, prompt } = read;
  if (prompt === "none") {
    const error = session ? "consent_required" : "login_required";
    return redirectResponse(answerLocation(settings, request, { error }));
  }
  if (!session) {
    const returnTo = new URLSearchParams({ return_to: url.pathname + url.search });
    return redirectResponse(`${settings.origin}/api/auth/sign-in?${returnTo}`);
  }
  const memberships = await listMemberships(settings.database, session.userId);
  if (memberships.length === 0) {
    const message =
      "You belong to no organization. Next: ask for an invitation, then connect the program again.";
    return messagePage(TITLE, message, 403);
  }
  const content: SealedConsent = { request, sessionId: session.sessionId };
  const expiresAt = new Date(settings.now().getTime() + CONSENT_MS);
  return consentPage({
    request,
    sealed: seal(settings.keys.consent, content, expiresAt),
    userEmail: session.userEmail,
    memberships,
    activeOrganizationId: session.organizationId,
  });
}

/** What the person decided. The sealed request is bound to their session, so no other page can decide for them. */
export async function decideConsent(
  settings: Settings,
  request: Request,
  session: SessionRow | null,
): Promise<Response> {
  const form = await readForm(request);
  const sealed = unseal<SealedConsent>(
    settings.keys.consent,
    form?.get("request") ?? "",
    settings.now(),
  );
  if (!session || !sealed || sealed.sessionId !== session.sessionId) {
    const message = "This page has run out. Next: connect the program again.";
    return messagePage(TITLE, message, 400);
  }
  const decision = form?.get("decision");
  if (decision === "deny") {
    const answer = { error: "access_denied", error_description: "The person said no." };
    return redirectResponse(answerLocation(settings, sealed.request, answer));
  }
  if (decision !== "allow") return messagePage(TITLE, "Nothing was decided. Next: go back.", 400);
  return allow(settings, {
    request: sealed.request,
    userId: session.userId,
    organizationId: form?.get("organization") ?? "",
  });
}

async function allow(
  settings: Settings,
  {
    request,
    ...holder
  }: {
    readonly request: AuthorizationRequest;
    readonly userId: string;
    readonly organizationId: string;
  },
): Promise<Response> {
  const code = newSecret("code");
  const now = settings.now();
  const isMember = await createGrant(settings.database, {
    ...request,
    ...holder,
    codeHash: hashSecret(code),
    codeExpiresAt: new Date(now.getTime() + CODE_MS),
    now,
  });
  if (!isMember) {
    const message = "You have no such organization. Next: go back and choose one of yours.";
    return messagePage(TITLE, message, 400);
  }
  return redirectResponse(answerLocation(settings, request, { code }));
}
