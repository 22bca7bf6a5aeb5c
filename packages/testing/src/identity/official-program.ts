import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { CALLBACK } from "./test-program.ts";

/** The storage that the official MCP client needs; the authorization URL is kept for the test's browser. */
export class OfficialProgram implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadataUrl?: string;
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: "Test program",
    redirect_uris: [CALLBACK],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
  authorizationUrl = new URL("about:blank");
  stored: StoredOAuthTokens | undefined;
  private information: StoredOAuthClientInformation | undefined;
  private verifier = "";
  private discovered: OAuthDiscoveryState | undefined;

  constructor(documentId?: string) {
    if (documentId) this.clientMetadataUrl = documentId;
  }

  state() {
    return "the state";
  }
  clientInformation() {
    return this.information;
  }
  saveClientInformation(information: StoredOAuthClientInformation) {
    this.information = information;
  }
  tokens() {
    return this.stored;
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.stored = tokens;
  }
  /** Called when stored credentials turn out to be invalid. */
  invalidateCredentials(scope: string) {
    if (scope === "tokens" || scope === "all") this.stored = undefined;
    if (scope === "client" || scope === "all") this.information = undefined;
  }
  redirectToAuthorization(url: URL) {
    this.authorizationUrl = url;
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }
  codeVerifier() {
    return this.verifier;
  }
  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.discovered = state;
  }
  discoveryState() {
    return this.discovered;
  }
}
