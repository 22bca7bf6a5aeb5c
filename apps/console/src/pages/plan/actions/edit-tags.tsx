import { LIMITS, normalizeTag } from "@trovella/plan-engine";
import { useState } from "react";
import { TextField } from "../../../components/text-field.tsx";
import { t } from "../../../language/messages.ts";
import { ActionForm } from "./action-form.tsx";
import type { DialogProps } from "./dialog-props.ts";
import { useFocus } from "./use-focus.ts";
import { usePlanAction } from "./use-plan-action.ts";

export function EditTags({ plan, onClose }: DialogProps) {
  const [seen] = useState(plan);
  const acting = usePlanAction(seen);
  const field = useFocus<HTMLInputElement>();
  const [text, setText] = useState(plan.tags.join(", "));
  const tags = tagsIn(text);
  const problem = problemOf(tags);
  return (
    <ActionForm
      acting={acting}
      action={t("Save tags")}
      isReady={problem === null}
      onClose={onClose}
      onSubmit={() => acting.act({ name: "setTags", input: { tags } }, onClose)}
    >
      <TextField
        ref={field}
        label={t("Tags, separated by commas")}
        hint={t("Up to {count} tags of {length} characters; Plans can be filtered by them.", {
          count: LIMITS.tagsOfPlan,
          length: LIMITS.tagLength,
        })}
        value={text}
        onText={setText}
        maxLength={2_000}
        autoComplete="off"
        aria-invalid={problem !== null}
      />
      {problem && (
        <p role="alert" className="text-bad text-sm">
          {problem}
        </p>
      )}
    </ActionForm>
  );
}

function tagsIn(text: string): string[] {
  return [...new Set(text.split(",").map(normalizeTag))].filter((tag) => tag !== "");
}

function problemOf(tags: readonly string[]): string | null {
  const long = tags.find((tag) => tag.length > LIMITS.tagLength);
  if (long !== undefined) {
    return t("“{tag}” is longer than {length} characters.", {
      tag: long,
      length: LIMITS.tagLength,
    });
  }
  return tags.length > LIMITS.tagsOfPlan
    ? t("These are {count} tags; {limit} are allowed.", {
        count: tags.length,
        limit: LIMITS.tagsOfPlan,
      })
    : null;
}
