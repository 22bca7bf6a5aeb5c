import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api, queryClient, type Replies } from "../../../api/api.ts";
import { describeError } from "../../../api/describe-error.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { Select } from "../../../components/select.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { useToast } from "../../../components/toast.tsx";
import { plural, rich, t } from "../../../language/messages.ts";
import { SettingsSection } from "../settings-section.tsx";

type Member = Replies["member"]["list"]["members"][number];

export function DeletePersonSection() {
  const query = useQuery(api.member.list.queryOptions());
  const [chosen, setChosen] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsSection title={t("Delete a person's data")}>
      <p className="mb-3">
        {t(
          "Deletes a member's account, sessions, tokens and settings, and takes their name and address out of everything. What they wrote in reviews stays as part of the research, without their name.",
        )}
      </p>
      <QueryView query={query} what={t("the people")} lines={1}>
        {({ members }) => {
          const deletable = members.filter(({ isSelf, isChangeable }) => isChangeable && !isSelf);
          const member = deletable.find(({ userId }) => userId === chosen);
          if (deletable.length === 0)
            return <p className="text-soft">{t("There is no other member.")}</p>;
          return (
            <div className="flex flex-wrap gap-2">
              <Select
                label={t("Person")}
                none={t("Choose a person")}
                options={deletable.map(({ userId, name, email }) => ({
                  value: userId,
                  label: `${name} (${email})`,
                }))}
                chosen={chosen}
                onChange={setChosen}
              />
              <Button disabled={!member} onClick={() => setOpen(true)}>
                {t("Delete data…")}
              </Button>
              <Dialog
                title={t("Delete a person's data")}
                isOpen={isOpen}
                onClose={() => setOpen(false)}
              >
                {isOpen && member && (
                  <PersonForm member={member} members={members} onClose={() => setOpen(false)} />
                )}
              </Dialog>
            </div>
          );
        }}
      </QueryView>
    </SettingsSection>
  );
}

const NOBODY = "-";

function PersonForm({
  member: { userId, name, email },
  members,
  onClose,
}: {
  readonly member: Member;
  readonly members: readonly Member[];
  readonly onClose: () => void;
}) {
  const query = useQuery(api.deletion.previewPerson.queryOptions({ userId }, { retry: false }));
  const others = members.filter((other) => other.userId !== userId);
  const [heir, setHeir] = useState<string>(others.find(({ isSelf }) => isSelf)?.userId ?? NOBODY);
  const [typed, setTyped] = useState("");
  const toast = useToast();
  const mutation = useMutation(
    api.deletion.deletePerson.mutationOptions({
      networkMode: "always",
      onSuccess: () => {
        onClose();
        toast(t("The data of {name} is deleted.", { name }));
        void queryClient.invalidateQueries();
      },
    }),
  );
  const isConfirmed = typed.trim().toLowerCase() === email.toLowerCase();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const heirId = heir === NOBODY ? null : heir;
    if (isConfirmed) mutation.mutate({ userId, heirId, confirmation: typed });
  };
  return (
    <form onSubmit={submit} className="grid gap-4 px-5 py-4">
      <QueryView query={query} what={t("what would go")} lines={2}>
        {({ plans }) => (
          <div className="grid gap-2">
            <p>
              {plural(plans, "{name} started {count} plan.", "{name} started {count} plans.", {
                name,
              })}
            </p>
            {plans > 0 && (
              <Select
                label={t("What becomes of the plans")}
                options={[
                  ...others.map((other) => ({
                    value: other.userId,
                    label: t("Hand them to {name}", { name: other.name }),
                  })),
                  { value: NOBODY, label: t("Delete them too") },
                ]}
                chosen={heir}
                onChange={(value) => setHeir(value ?? NOBODY)}
              />
            )}
          </div>
        )}
      </QueryView>
      <p>
        {rich("This cannot be undone. Type {email} to confirm.", { email: <code>{email}</code> })}
      </p>
      <TextField
        label={t("E-mail address")}
        value={typed}
        onText={setTyped}
        autoComplete="off"
        spellCheck={false}
      />
      {mutation.error && (
        <p role="alert" className="text-bad">
          {describeError(mutation.error).message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          kind="danger"
          disabled={!isConfirmed || !query.data || mutation.isPending}
        >
          {t("Delete this person's data")}
        </Button>
        <Button onClick={onClose}>{t("Keep the person")}</Button>
      </div>
    </form>
  );
}
