import { TextLink } from "../../../components/text-link.tsx";

/** The tags of a plan, each leading to the plans that have it. */
export function PlanTags({ tags }: { tags: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-x-2">
      {tags.map((tag) => (
        <TextLink key={tag} to="/plans" search={{ tag }}>
          {`#${tag}`}
        </TextLink>
      ))}
    </span>
  );
}
