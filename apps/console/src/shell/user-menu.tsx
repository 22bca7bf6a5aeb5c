import { useMutation, useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState } from "react";
import { RELOAD_CONSOLE, type Team, useTeam } from "../api/account.ts";
import { api } from "../api/api.ts";
import { describeError } from "../api/describe-error.ts";
import { Button } from "../components/button.tsx";
import { Icon } from "../components/icon.tsx";
import { TextLink } from "../components/text-link.tsx";
import { heldDecisions } from "../decisions/decisions.ts";
import { ROLE_LABELS } from "../format/labels.ts";
import { t } from "../language/messages.ts";

/** Account, organization and sign-out; local mode has none. */
export function UserMenu() {
  const team = useTeam();
  return team ? <Menu team={team} /> : null;
}

function Menu({ team }: { team: Team }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  useClosing(menu, () => setIsOpen(false));
  return (
    <div ref={menu} className="relative">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-8 min-w-8 items-center justify-center gap-1.5 rounded-md px-2 text-soft text-sm hover:bg-hover hover:text-text"
      >
        <Icon name="person" />
        <bdi className="hidden max-w-40 truncate lg:block">{team.userName}</bdi>
        <span className="sr-only">{t("Account")}</span>
      </button>
      <div id={id}>{isOpen && <Panel team={team} />}</div>
    </div>
  );
}

function Panel({ team }: { team: Team }) {
  const { userName, userEmail, organizationName, role } = team;
  return (
    <section
      aria-label={t("Account")}
      className="absolute top-full right-0 z-30 mt-1 grid max-h-[80vh] w-[min(20rem,calc(100vw-2rem))] gap-3 overflow-auto rounded-lg border border-line bg-raised px-4 py-3 shadow-xl [overflow-wrap:anywhere]"
    >
      <div>
        <p className="font-semibold">
          <bdi>{userName}</bdi>
        </p>
        <p className="text-soft text-sm">{userEmail}</p>
      </div>
      <p className="text-sm">
        <bdi className="font-medium">{organizationName}</bdi>
        <span className="text-soft">, {t("as {role}", { role: ROLE_LABELS[role] })}</span>
      </p>
      <p className="grid gap-1 text-sm">
        <TextLink to="/settings/$area" params={{ area: "security" }} className="min-h-6">
          {t("Password, sessions and tokens")}
        </TextLink>
        <TextLink to="/settings/$area" params={{ area: "notifications" }} className="min-h-6">
          {t("Notifications")}
        </TextLink>
      </p>
      <Organizations />
      <form
        method="post"
        action="/api/auth/sign-out"
        onSubmit={(event) => {
          const form = event.currentTarget;
          event.preventDefault();
          void heldDecisions.sendAll().finally(() => form.submit());
        }}
        className="border-line border-t pt-3"
      >
        <Button type="submit">{t("Sign out")}</Button>
      </form>
    </section>
  );
}

function Organizations() {
  const { data } = useQuery(api.organization.list.queryOptions());
  const switching = useMutation(api.organization.switchTo.mutationOptions(RELOAD_CONSOLE));
  const others = data?.organizations.filter(({ isCurrent }) => !isCurrent) ?? [];
  if (others.length === 0) return null;
  return (
    <div>
      <h2 className="mb-1 text-soft text-sm">{t("Switch to")}</h2>
      <ul className="grid gap-1">
        {others.map(({ organizationId, organizationName, role, isAmbiguous }) => (
          <li key={organizationId}>
            <Button
              className="w-full text-left"
              disabled={switching.isPending}
              onClick={() =>
                void heldDecisions.sendAll().finally(() => switching.mutate({ organizationId }))
              }
            >
              <span className="min-w-0">
                <bdi>{organizationName}</bdi>
                {isAmbiguous && (
                  <code className="block font-mono font-normal text-soft text-xs">
                    {organizationId}
                  </code>
                )}
              </span>
              <span className="ml-auto shrink-0 font-normal text-soft">{ROLE_LABELS[role]}</span>
            </Button>
          </li>
        ))}
      </ul>
      {switching.error && (
        <p role="alert" className="mt-1 text-bad text-sm">
          {describeError(switching.error).message}
        </p>
      )}
    </div>
  );
}

/** Closes on Escape, which returns the focus to the button, on a click outside and on navigation. */
function useClosing(menu: React.RefObject<HTMLDivElement | null>, close: () => void): void {
  const { href } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(close, [href]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !menu.current?.contains(document.activeElement)) return;
      close();
      menu.current.querySelector("button")?.focus();
    };
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !menu.current?.contains(target)) close();
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("pointerdown", onPointerDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("pointerdown", onPointerDown);
    };
  });
}
