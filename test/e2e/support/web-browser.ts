import { fieldOf, tickedFields } from "@trovella/testing/identity/test-identity";

/** A minimal browser: keeps cookies and sends Origin with forms. */
export class WebBrowser {
  private readonly origin: string;
  private readonly cookies = new Map<string, string>();
  /** Each browser has its own IP address, so that rate limits by IP do not mix them. */
  private readonly ipAddress: string;

  constructor(origin: string, ipAddress: string) {
    this.origin = origin;
    this.ipAddress = ipAddress;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  get(url: string): Promise<Response> {
    return this.send(url, {});
  }

  post(path: string, form: Record<string, string>): Promise<Response> {
    return this.send(path, {
      method: "POST",
      headers: { origin: this.origin, "sec-fetch-site": "same-origin" },
      body: new URLSearchParams(form),
    });
  }

  signIn(email: string, password: string, returnTo = "/"): Promise<Response> {
    return this.post("/api/auth/sign-in", { email, password, return_to: returnTo });
  }

  /** Confirms the consent page and returns the redirect URL of the client. */
  async allow(consentPage: string, organization: string): Promise<URL> {
    const answer = await this.post("/api/auth/oauth2/consent", {
      ...tickedFields(consentPage),
      request: fieldOf(consentPage, "request"),
      organization,
      decision: "allow",
    });
    return new URL(locationOf(answer));
  }

  private async send(url: string, init: RequestInit): Promise<Response> {
    const response = await fetch(new URL(url, this.origin), {
      ...init,
      redirect: "manual",
      headers: { ...init.headers, cookie: this.cookie, "x-forwarded-for": this.ipAddress },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      this.cookies.set(name, value);
    }
    return response;
  }
}

export function locationOf(response: Response): string {
  const location = response.headers.get("location");
  if (location === null) throw new Error(`A ${response.status} without a Location header.`);
  return location;
}
