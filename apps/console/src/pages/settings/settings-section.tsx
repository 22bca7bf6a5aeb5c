import { type ReactNode, useId } from "react";
import { rich } from "../../language/messages.ts";

export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-semibold">
        {title}
      </h2>
      <div className="rounded-lg border border-line bg-card px-5 py-4">{children}</div>
    </section>
  );
}

export interface Setting {
  readonly name: string;
  readonly value: ReactNode;
  readonly about?: ReactNode;
  /** The environment variable that sets it, or its limit. */
  readonly variable?: string;
  readonly isLimit?: boolean;
}

/** Settings that are read at startup and cannot be changed here. */
export function SettingList({ settings }: { settings: readonly Setting[] }) {
  return (
    <dl className="divide-y divide-line">
      {settings.map(({ name, value, about, variable, isLimit }) => (
        <div
          key={name}
          className="grid gap-x-6 py-2.5 first:pt-0 last:pb-0 sm:grid-cols-[12rem_minmax(0,1fr)]"
        >
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">
            {value}
            {(about || variable) && (
              <p className="text-soft text-sm">
                {about}
                {variable && (
                  <>
                    {about && " "}
                    <SetBy variable={variable} isLimit={isLimit ?? false} />
                  </>
                )}
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function SetBy({ variable, isLimit }: { variable: string; isLimit: boolean }) {
  const values = { variable: <code className="font-mono">{variable}</code> };
  return isLimit
    ? rich("Limit set by {variable} at startup.", values)
    : rich("Set by {variable} at startup.", values);
}
