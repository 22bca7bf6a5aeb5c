import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const ID_BYTES = 16;

/**
 * The cookie that tells the console's page from other programs in local mode, which has no sign-in. It is set when the
 * page is loaded and ends with the browser's session.
 */
export class ConsoleCookie {
  readonly #key: Buffer;
  /** Cookies do not know ports: servers of other data directories on this computer need other names. */
  readonly #name: string;

  constructor(secret: string) {
    this.#key = createHmac("sha256", secret).update("console cookie").digest();
    this.#name = `trovella_console_${this.#sign("name").slice(0, 8)}`;
  }

  /** The id of the browser's session; null without a valid cookie. */
  sessionIdOf({ headers }: Request): string | null {
    const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
    const prefix = `${this.#name}=`;
    const value = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? "";
    const [id = "", signature = ""] = value.split(".");
    return isEqual(signature, this.#sign(id)) ? id : null;
  }

  /** The Set-Cookie header for a page that is loaded; null when the browser has a cookie already. */
  headerFor(request: Request): string | null {
    if (this.sessionIdOf(request) !== null) return null;
    const id = randomBytes(ID_BYTES).toString("hex");
    return `${this.#name}=${id}.${this.#sign(id)}; Path=/; HttpOnly; SameSite=Strict`;
  }

  #sign(text: string): string {
    return createHmac("sha256", this.#key).update(text).digest("hex");
  }
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
