import { Link } from "@tanstack/react-router";
import { Icon } from "../../components/icon.tsx";
import { t } from "../../language/messages.ts";
import { ClaimStatusBadge, Tag } from "./claim-badges.tsx";
import { type ListedClaim, VERDICT_WORDS } from "./claim-words.ts";

interface ClaimListProps {
  readonly claims: readonly ListedClaim[];
  readonly chosen: string | undefined;
  readonly isPlanShown: boolean;
  readonly onChoose: () => void;
}

export function ClaimList({ claims, chosen, isPlanShown, onChoose }: ClaimListProps) {
  return (
    <ul aria-label={t("Claims")} className="grid gap-1">
      {claims.map((claim) => (
        <li key={claim.id}>
          <Link
            to="."
            search={(before) => ({ ...before, claim: claim.id })}
            replace
            resetScroll={false}
            onClick={onChoose}
            data-chosen={claim.id === chosen || undefined}
            aria-current={claim.id === chosen ? "true" : undefined}
            className="block rounded-lg border border-line bg-card px-3 py-2 hover:bg-hover data-chosen:border-accent data-chosen:bg-accent-soft"
          >
            <ClaimLine claim={claim} isPlanShown={isPlanShown} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function ClaimLine({ claim, isPlanShown }: { claim: ListedClaim; isPlanShown: boolean }) {
  const { number, statement, status, isKey, isWithdrawn, audit, planTitle } = claim;
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 text-sm">
        <span className="font-mono text-soft">c{number}</span>
        <ClaimStatusBadge status={status} />
        {isKey && <Tag>{t("Key")}</Tag>}
        {isWithdrawn && <Tag>{t("Withdrawn")}</Tag>}
        {audit && (
          <span className="ml-auto inline-flex items-center gap-1 text-soft">
            <Icon name="person" />
            <span className="sr-only">{VERDICT_WORDS[audit]}</span>
          </span>
        )}
      </span>
      <span className="mt-0.5 line-clamp-3">{statement}</span>
      {isPlanShown && <span className="line-clamp-1 text-soft text-sm">{planTitle}</span>}
    </>
  );
}
