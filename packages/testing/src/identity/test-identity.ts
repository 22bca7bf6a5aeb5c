import type { Database } from "@trovella/db";
import { runWithOrigin } from "@trovella/db/identity";
import { createIdentity, type Identity } from "../../../identity/src/identity.ts";
import type { LimitAnswer } from "../../../identity/src/limits.ts";
import type { IdentityOptions } from "../../../identity/src/settings.ts";

export const ORIGIN = "https://research.example";
export const PASSWORD = "correct horse battery";
export const SECRET = "a secret for tests, longer than thirty-two characters";

export interface TestIdentity {
  readonly identity: Identity;
  /** The current time of the identity code; tests move it. */
  readonly clock: { now: Date };
  /** The buckets that were counted in, and the answer to give. */
  readonly limits: { keys: string[]; refunds: string[]; answer: (key: string) => LimitAnswer };
}

export function createTestIdentity(
  database: Database,
  options: Partial<
    Pick<IdentityOptions, "publicUrl" | "oidc" | "network" | "secret" | "organizations" | "warn">
  > = {},
): TestIdentity {
  const clock = { now: new Date() };
  const limits: TestIdentity["limits"] = {
    keys: [],
    refunds: [],
    answer: () => ({ ok: true }),
  };
  const identity = createIdentity({
    database,
    publicUrl: ORIGIN,
    secret: SECRET,
    now: () => clock.now,
    limit: async (key) => {
      limits.keys.push(key);
      return limits.answer(key);
    },
    refund: (key) => limits.refunds.push(key),
    ...options,
  });
  return { identity, clock, limits };
}

/** A user's browser: it keeps cookies, and sends Origin and Sec-Fetch-Site with forms. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly setCookies: string[] = [];
  private readonly identity: Identity;
  private readonly origin: string;
  private readonly address: string;

  constructor(identity: Identity, origin = ORIGIN, address = "203.0.113.7") {
    this.identity = identity;
    this.origin = origin;
    this.address = address;
  }

  get(path: string): Promise<Response> {
    return this.send(new Request(new URL(path, this.origin), { headers: this.headers() }));
  }

  post(
    path: string,
    form: Record<string, string>,
    headers: Record<string, string> = { origin: this.origin, "sec-fetch-site": "same-origin" },
  ): Promise<Response> {
    return this.send(
      new Request(new URL(path, this.origin), {
        method: "POST",
        headers: { ...this.headers(), ...headers },
        body: new URLSearchParams(form),
      }),
    );
  }

  signIn(email: string, password = PASSWORD): Promise<Response> {
    return this.post("/api/auth/sign-in", { email, password });
  }

  session() {
    return this.identity.sessionOf(new Request(this.origin, { headers: this.headers() }));
  }

  headers(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return cookie === "" ? {} : { cookie };
  }

  private async send(request: Request): Promise<Response> {
    const { address } = this;
    const response = await runWithOrigin({ address }, () =>
      this.identity.handle(request, { address }),
    );
    if (!response) throw new Error(`There is no route for ${request.url}.`);
    for (const line of response.headers.getSetCookie()) {
      this.setCookies.push(line);
      const [pair = ""] = line.split(";");
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}

/** The value of a hidden field of a page. */
export function fieldOf(html: string, name: string): string {
  const [, value] = new RegExp(`name="${name}" value="([^"]*)"`).exec(html) ?? [];
  if (value === undefined) throw new Error(`The page has no field ${name}.`);
  return unescapeHtml(value);
}

/** The checkboxes of a page that are ticked, as a browser sends them. */
export function tickedFields(html: string): Record<string, string> {
  const ticked = html.matchAll(/<input type="checkbox" name="([^"]*)" value="([^"]*)" checked>/g);
  return Object.fromEntries([...ticked].map(([, name = "", value = ""]) => [name, value]));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

export function unescapeHtml(text: string): string {
  return text.replace(/&[^;]+;/g, (entity) => ENTITIES[entity] ?? entity);
}

export async function createOwner(identity: Identity, name = "Olga") {
  const email = `${name.toLowerCase()}@research.example`;
  const owner = await identity.createOwner({
    name,
    email,
    password: PASSWORD,
    organizationName: "Research",
  });
  return { ...owner, email };
}

export async function addMember(
  identity: Identity,
  {
    organizationId,
    actorId,
    name,
    role,
  }: {
    organizationId: string;
    actorId: string;
    name: string;
    role: "owner" | "admin" | "member" | "viewer";
  },
) {
  const email = `${name.toLowerCase()}@research.example`;
  const { link } = await identity.invite({ organizationId, actorId, email, role });
  const token = new URL(link).searchParams.get("token") ?? "";
  await identity.acceptInvitation({ token, as: { name, password: PASSWORD } });
  const members = await identity.listMembers({ organizationId, actorId });
  const userId = members.find((member) => member.email === email)?.userId ?? "";
  return { userId, email };
}

/** A user with an account and an organization of their own. */
export async function addOutsider(identity: Identity, ownerId: string, name: string) {
  const organizationId = await identity.createOrganization({
    ownerId,
    name: "Waiting",
    type: "personal",
  });
  const person = await addMember(identity, {
    organizationId,
    actorId: ownerId,
    name,
    role: "owner",
  });
  await identity.leave({ organizationId, userId: ownerId });
  return person;
}
