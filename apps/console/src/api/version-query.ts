import { queryOptions } from "@tanstack/react-query";

interface ServerVersion {
  readonly version: string;
  /** Not shown to strangers, so absent in team mode. */
  readonly node?: string;
}

/** The version of the server, which is no procedure of the API. */
export const versionQuery = queryOptions({ queryKey: ["version"], queryFn: fetchVersion });

async function fetchVersion(): Promise<ServerVersion> {
  const response = await fetch("/version", { cache: "no-store" });
  if (!response.ok) throw new Error(`/version answered with ${response.status}`);
  return response.json();
}
