import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/api.ts";
import { QueryView } from "../../components/query-view.tsx";
import { t } from "../../language/messages.ts";
import { ThemeEditor } from "./documents/theme-editor.tsx";

export function DocumentsArea() {
  const query = useQuery(api.theme.current.queryOptions());
  return (
    <QueryView query={query} what={t("the look of documents")} lines={8}>
      {(current) => <ThemeEditor current={current} />}
    </QueryView>
  );
}
