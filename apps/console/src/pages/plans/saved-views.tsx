import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Select } from "../../components/select.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useToast } from "../../components/toast.tsx";
import { t } from "../../language/messages.ts";
import { parseSearch, stringifySearch } from "../../url/search-params.ts";
import { type PlansSearch, plansSearch } from "./route-search.ts";
import { MAX_NAME, removeView, saveView, useSavedViews } from "./saved-view-store.ts";

/** Filters and order under a name, in this browser. To share a view, copy its link. */
export function SavedViews({ search }: { search: PlansSearch }) {
  const navigate = useNavigate();
  const toast = useToast();
  const views = useSavedViews();
  const [isNaming, setIsNaming] = useState(false);
  // The URL has the filters in the order they were set; a view is the same in any.
  const query = stringifySearch({ ...plansSearch({ ...search }) });
  const current = views.find((view) => view.query === query);
  const open = (name: string | undefined) => {
    const view = views.find((known) => known.name === name);
    void navigate({ to: "/plans", search: view ? plansSearch(parseSearch(view.query)) : {} });
  };
  return (
    <>
      {views.length > 0 && (
        <Select
          label={t("Saved views")}
          none={t("Saved views")}
          options={views.map(({ name }) => ({ value: name, label: name }))}
          chosen={current?.name}
          onChange={open}
        />
      )}
      {current ? (
        <Button
          onClick={() => {
            removeView(current.name);
            toast(t("View “{name}” removed.", { name: current.name }));
          }}
        >
          {t("Remove view")}
        </Button>
      ) : (
        query !== "" && <Button onClick={() => setIsNaming(true)}>{t("Save view …")}</Button>
      )}
      {isNaming && <NameView query={query} onClose={() => setIsNaming(false)} />}
    </>
  );
}

function NameView({ query, onClose }: { query: string; onClose: () => void }) {
  const toast = useToast();
  const [name, setName] = useState("");
  return (
    <Dialog title={t("Save this view")} isOpen onClose={onClose}>
      <form
        className="grid gap-4 px-5 pt-3 pb-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === "") return;
          saveView({ name, query });
          toast(t("View “{name}” saved in this browser.", { name: name.trim() }));
          onClose();
        }}
      >
        <TextField
          label={t("Name")}
          hint={t("Kept in this browser. To share it, copy the link to this page.")}
          value={name}
          onText={setName}
          maxLength={MAX_NAME}
          required
        />
        <div className="flex justify-end gap-2">
          <Button type="submit" kind="primary">
            {t("Save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
