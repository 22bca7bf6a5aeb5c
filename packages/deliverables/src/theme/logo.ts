import type { Logo } from "./theme.ts";

const MAX_BYTES = 200_000;
const MAX_PIXELS = 4_000;
/** Base64 takes four characters for three bytes; some have line breaks. */
const MAX_CHARACTERS = 300_000;

const PROBLEMS = {
  "logo-svg":
    "The logo is an SVG. Such files can carry scripts, and Word, Excel and PowerPoint do not show them everywhere. Next: export it as PNG, 600 pixels wide or more.",
  "logo-not-an-image":
    "The logo is not a PNG or JPEG image. Next: open it in an image program and export it as PNG.",
  "logo-damaged": "The logo is damaged: its file is incomplete. Next: export it again as PNG.",
  "logo-too-large":
    "The logo is larger than 200 kB. Next: export it smaller; 600 pixels in width are plenty.",
  "logo-too-many-pixels": `The logo has more than ${MAX_PIXELS} pixels in width or height. Next: export it smaller; 600 pixels in width are plenty.`,
} as const;

export interface LogoProblem {
  readonly code: keyof typeof PROBLEMS;
  readonly message: string;
}

export type ParsedLogo =
  | { readonly logo: Logo; readonly problem: null }
  | { readonly logo: null; readonly problem: LogoProblem };

/** Checks that base64 or a data URI is a PNG or JPEG, by its bytes and never by its name. */
export function parseLogo(text: string): ParsedLogo {
  const uri = /^\s*data:([^,;]*)(?:;[^,]*)?,/.exec(text.slice(0, 200));
  if (/^image\/svg/i.test(uri?.[1] ?? "") || isMarkup(text.slice(0, 200))) {
    return problem("logo-svg");
  }
  if (text.length > MAX_CHARACTERS) return problem("logo-too-large");
  const base64 = text.slice(uri?.[0].length ?? 0).replace(/\s/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return problem("logo-not-an-image");
  return checkImage(Buffer.from(base64, "base64"));
}

function problem(code: LogoProblem["code"]): ParsedLogo {
  return { logo: null, problem: { code, message: PROBLEMS[code] } };
}

function checkImage(bytes: Buffer): ParsedLogo {
  if (bytes.length > MAX_BYTES) return problem("logo-too-large");
  const mediaType = mediaTypeOf(bytes);
  if (!mediaType) {
    const start = bytes.toString("latin1", 0, 200);
    return problem(isMarkup(start) ? "logo-svg" : "logo-not-an-image");
  }
  const facts = mediaType === "image/png" ? readPng(bytes) : readJpeg(bytes);
  if (!facts || facts.width < 1 || facts.height < 1) return problem("logo-damaged");
  const { width, height, end } = facts;
  if (width > MAX_PIXELS || height > MAX_PIXELS) return problem("logo-too-many-pixels");
  // Whatever a file carries behind its image is left out.
  const data = bytes.subarray(0, end).toString("base64");
  return { logo: { mediaType, data, width, height }, problem: null };
}

/** SVG begins like this, also behind a byte order mark. */
function isMarkup(start: string): boolean {
  return /^[\s\ufeff]*(?:ï»¿)?\s*<(?:\?xml|!|svg)/i.test(start);
}

function mediaTypeOf(bytes: Buffer): Logo["mediaType"] | null {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return "image/png";
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff ? "image/jpeg" : null;
}

interface ImageFacts {
  readonly width: number;
  readonly height: number;
  /** Where the image ends in its file. */
  readonly end: number;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_HEADER_BYTES = 33;
/** Length, name and checksum of a chunk. */
const PNG_CHUNK_BYTES = 12;

/** Null when a chunk reaches past the end, or the first one is no header. */
function readPng(bytes: Buffer): ImageFacts | null {
  if (bytes.length < PNG_HEADER_BYTES || bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  let at = PNG_SIGNATURE.length;
  while (at + PNG_CHUNK_BYTES <= bytes.length) {
    const name = bytes.toString("latin1", at + 4, at + 8);
    at += PNG_CHUNK_BYTES + bytes.readUInt32BE(at);
    if (name === "IEND") return at <= bytes.length ? { width, height, end: at } : null;
  }
  return null;
}

/** Null when there is no frame that states a size, or the image does not end. */
function readJpeg(bytes: Buffer): ImageFacts | null {
  const end = bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) + 2;
  let at = 2;
  while (at + 9 <= end && bytes[at] === 0xff) {
    if (isFrame(bytes[at + 1] ?? 0)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5), end };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** The markers C0 to CF begin a frame, but for three that hold tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
