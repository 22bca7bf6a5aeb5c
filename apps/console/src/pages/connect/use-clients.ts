import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/api.ts";

const { origin } = window.location;

/** How each client is connected to this server; that does not change while it runs. */
export function useClients() {
  return useQuery({
    ...api.connect.clients.queryOptions({ origin }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** How the command is called in a terminal: in a clone by npx. */
export function useProgram(): "trovella" | "npx trovella" {
  const commands = useClients().data?.clients.map(({ command }) => command ?? "") ?? [];
  const isInstalled = commands.some((command) => /(^|[ ;])trovella connect /.test(command));
  const isClone = commands.some((command) => command.includes("npx trovella connect "));
  return isInstalled && !isClone ? "trovella" : "npx trovella";
}
