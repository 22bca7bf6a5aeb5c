import { Fact } from "../../../components/fact.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { t } from "../../../language/translate.ts";

/** The tags of a plan, each leading to the plans that have it. */
export function PlanTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <Fact name={t("Tags")}>
      <span className="flex flex-wrap gap-x-2">
        {tags.map((tag) => (
          <TextLink key={tag} to="/plans" search={{ tag }}>
            {`#${tag}`}
          </TextLink>
        ))}
      </span>
    </Fact>
  );
}
