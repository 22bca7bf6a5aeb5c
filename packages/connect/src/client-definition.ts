export const CONFIG_SCOPES = ["user", "project"] as const;
export const TRANSPORTS = ["stdio", "http"] as const;

export type ConfigScope = (typeof CONFIG_SCOPES)[number];
export type Transport = (typeof TRANSPORTS)[number];

/** How a client writes down a server. Keys that only a new entry gets are the user's to change afterwards. */
export interface EntryShape {
  readonly stdio: {
    /** Keys that every entry has. */
    readonly fixed?: Keys;
    /** Keys that only a new entry gets. */
    readonly initial?: Keys;
    readonly command: "command" | "cmd";
    /** Null where the command is a list that holds the arguments too. */
    readonly args: "args" | null;
    readonly env: "env" | "environment" | "envs";
  };
  /** Null where the client only starts servers itself. */
  readonly http: {
    readonly fixed?: Keys;
    readonly initial?: Keys;
    readonly url: "url" | "httpUrl" | "serverUrl" | "uri";
  } | null;
}

type Keys = Readonly<Record<string, unknown>>;

/** The client's own command that adds a server. Words in capitals are placeholders, each for any number of words. */
interface AddCommand {
  readonly scopes: readonly ConfigScope[];
  readonly stdio: string;
  readonly http: string;
}

/** All that `trovella connect` and the page Connect know about a client. */
export interface ClientDefinition<Id extends string = string> {
  readonly id: Id;
  readonly name: string;
  /** Its program on the PATH; null where it has none, or where another program has the same name. */
  readonly executable: string | null;

  /**
   * Its file, as the first of these templates whose variables are set (see `configPath`), with other templates on Windows
   * where they differ.
   */
  readonly files: {
    readonly user: readonly string[];
    readonly userOnWindows?: readonly string[];
    readonly project: string | null;
    /** Names that the client reads as well; one of them is used if it exists alone. */
    readonly otherNames?: readonly string[];
    /** A file beside it that the client reads only as long as this one does not exist. */
    readonly superseded?: string;
  };
  readonly syntax: "json" | "toml" | "yaml";
  /** The key of its file that holds the servers. */
  readonly serversKey: string;
  /** Whether the servers are a list of entries with a name instead of a map. */
  readonly isList?: boolean;
  /** What a file needs besides the servers. */
  readonly newFile?: Readonly<Record<string, string>>;
  readonly shape: EntryShape;
  readonly addCommand: AddCommand | null;
  /** The link that adds a server by a click; null where there is none. */
  readonly installLink: "cursor" | "vscode" | "lmstudio" | "kiro" | null;

  /** Whether servers that it starts get all variables of its own environment, and that is usually a shell's. */
  readonly isPassingEnvironment: boolean;
  /** What it would replace in a value by something else. */
  readonly expands: RegExp | null;
  /** Instructions for forwarding variables without their values; null where that is impossible. */
  readonly forwardVariables: ((variables: readonly string[]) => string) | null;
  /** The keys with which it sends the token in TROVELLA_TOKEN; null where it cannot take it from there. */
  readonly tokenKeys: Readonly<Record<string, unknown>> | null;

  /** Lower-case prefixes of the `clientInfo.name` that it sends over MCP. */
  readonly clientInfoPrefixes: readonly string[];
  /** The remaining step in the client, as the end of a sentence that begins with "Next:". */
  readonly nextStep: Readonly<Partial<Record<ConfigScope, string>>>;
  /** How the user signs in to a server that asks for it, as a sentence. */
  readonly signIn: string;
}
