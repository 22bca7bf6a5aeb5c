export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface NetworkResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface NetworkRequest {
  readonly address: string | null;
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** It is a POST then, else a GET. */
  readonly body?: string | undefined;
}

/** Access to the internet; tests replace it. */
export interface Network {
  /** Null when a proxy resolves the name. */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[] | null>;
  /** Connects to this IP address, even if the name resolves differently by now (DNS rebinding); follows no redirect. */
  request(url: URL, request: NetworkRequest): Promise<NetworkResponse>;
  readonly timeoutMs: number;
}
