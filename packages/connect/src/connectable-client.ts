/** One way to connect a client: the configuration to write by hand or the command to run. */
export interface ConnectionMethod {
  /** stdio: the client starts Trovella itself. http: it calls a running server. */
  readonly transport: "stdio" | "http";
  /** The way the client authenticates; local mode has no sign-in. */
  readonly signIn: "none" | "browser" | "token";
  /** The client's configuration file; null when its path is not known. */
  readonly file: string | null;
  readonly entry: string;
  /** The client's own command with the same effect; null where it has none. */
  readonly commandLine: string | null;
}

export interface ConnectableClient {
  readonly id: string;
  readonly name: string;
  /** Lower-case prefixes of the `clientInfo.name` that the client sends over MCP. */
  readonly clientInfoPrefixes: readonly string[];
  /** Whether it was found on the server's own computer; false in team mode, where that is of no interest. */
  readonly isFound: boolean;
  /** Adds the server by a click, where the client has such a link. */
  readonly link: string | null;
  /** Connects the client on the server's own computer; null where that is impossible. */
  readonly command: string | null;
  readonly methods: readonly ConnectionMethod[];
  /** The remaining steps in the client, in sentences. */
  readonly nextStep: string;
}
