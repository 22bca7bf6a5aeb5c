import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { useToast } from "../../../components/toast.tsx";

/** Mutation options: confirms with a toast and asks for everything about notifications again. */
export function useNotificationChange(): (done: string | null) => {
  networkMode: "always";
  onSuccess: () => void;
  onSettled: () => void;
} {
  const queries = useQueryClient();
  const toast = useToast();
  return (done) => ({
    networkMode: "always",
    onSuccess: () => {
      if (done !== null) toast(done);
    },
    onSettled: () => void queries.invalidateQueries(api.notification.pathFilter()),
  });
}
