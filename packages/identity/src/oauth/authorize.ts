import { createGrant, hasGrant, listMemberships } from "@trovella/db/identity";
import { messagePage } from "../pages/page.ts";
import { signInFirst } from "../routes/after-sign-in.ts";
import { type Fields, readFields } from "../routes/read-form.ts";
import { type RouteContext, seeOther } from "../routes/route-context.ts";
import { seal, unseal } from "../seal.ts";
import { hashSecret, newSecret } from "../secrets.ts";
import {
  type AuthorizationRefusal,
  type AuthorizationRequest,
  readAuthorizationRequest,
  responseUri,
} from "./authorization-request.ts";
import { consentPage, tickedScopes } from "./consent-page.ts";
import { refusalPage } from "./refusal-page.ts";

const CONSENT_MS = 10 * 60 * 1000;
const CODE_MS = 60 * 1000;

interface SealedConsent {
  readonly request: AuthorizationRequest;
  readonly sessionId: string;
}

/**
 * The authorization endpoint: the user signs in if need be, and is always asked for consent. Strangers cause no lookup
 * of a client, and learn nothing.
 */
export async function authorize(context: RouteContext): Promise<Response> {
  const { settings, clients } = context.var;
  const session = await context.var.session();
  if (!session) return signInFirst(context);
  const { userId } = session;
  const query = new URL(context.req.url).searchParams;
  const read = await readAuthorizationRequest(settings, clients, { query, userId });
  if (read.outcome === "untrusted") {
    const { message, status, retryAfterSeconds } = read.page;
    if (retryAfterSeconds) context.header("retry-after", String(retryAfterSeconds));
    return refuse(context, message, status);
  }
  if (read.outcome === "refused") return returnError(context, read.refusal, userId);
  const { request, prompt } = read;
  if (prompt === "none") {
    const description = "You have to be asked for your consent.";
    return returnError(context, { ...request, error: "consent_required", description }, userId);
  }
  const memberships = await listMemberships(settings.database, userId);
  if (memberships.length === 0) {
    const message =
      "You do not belong to an organization. Next: ask for an invitation, then connect the program again.";
    return refuse(context, message, 403);
  }
  const content: SealedConsent = { request, sessionId: session.sessionId };
  const expiresAt = new Date(settings.now().getTime() + CONSENT_MS);
  return consentPage(context, {
    request,
    sealed: seal(settings.keys.consent, content, expiresAt),
    userEmail: session.userEmail,
    memberships,
    activeOrganizationId: session.organizationId,
  });
}

async function returnError(
  context: RouteContext,
  refusal: AuthorizationRefusal,
  userId: string,
): Promise<Response> {
  const { settings } = context.var;
  const { clientId, error, description } = refusal;
  const response = { error, error_description: description };
  const location = responseUri(settings, refusal, response);
  const isTrusted = await hasGrant(settings.database, { userId, clientId });
  return isTrusted ? seeOther(context, location) : refusalPage(context, refusal, location);
}

/** The sealed request is bound to the user's session, so that no other page can decide for them. */
export async function decideConsent(context: RouteContext): Promise<Response> {
  const { settings } = context.var;
  const session = await context.var.session();
  const field = await readFields(context.req.raw);
  const { keys, now } = settings;
  const sealed = unseal<SealedConsent>(keys.consent, field("request"), now());
  if (!session || !sealed || sealed.sessionId !== session.sessionId)
    return refuse(context, "This page has expired. Next: connect the program again.", 400);
  const { request } = sealed;
  const decision = field("decision");
  if (decision === "deny") {
    const response = { error: "access_denied", error_description: "The user denied the request." };
    return seeOther(context, responseUri(settings, request, response));
  }
  if (decision !== "allow")
    return refuse(context, "Neither allowed nor denied. Next: go back.", 400);
  return allow(context, { request, userId: session.userId, field });
}

async function allow(
  context: RouteContext,
  {
    request,
    userId,
    field,
  }: {
    readonly request: AuthorizationRequest;
    readonly userId: string;
    readonly field: Fields;
  },
): Promise<Response> {
  const { settings } = context.var;
  const scopes = tickedScopes(request.scopes, field);
  if (scopes.length === 0)
    return refuse(context, "Nothing was ticked. Next: go back and tick what it may do.", 400);
  const code = newSecret("code");
  const now = settings.now();
  const isMember = await createGrant(settings.database, {
    ...request,
    scopes,
    userId,
    organizationId: field("organization"),
    codeHash: hashSecret(code),
    codeExpiresAt: new Date(now.getTime() + CODE_MS),
    now,
  });
  if (!isMember) {
    const message = "Organization not found. Next: go back and choose one of yours.";
    return refuse(context, message, 400);
  }
  return seeOther(context, responseUri(settings, request, { code }));
}

function refuse(context: RouteContext, message: string, status: 400 | 403 | 429): Response {
  return messagePage(context, { title: "This cannot be allowed", message, status });
}
