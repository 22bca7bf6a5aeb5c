import { t } from "../../../language/messages.ts";

export interface ImportReply {
  readonly server: string;
  readonly imported: readonly {
    readonly planId: string;
    readonly handle: string;
    readonly originalHandle: string;
  }[];
  readonly alreadyHere: readonly string[];
}

/** Sends a file to be imported. Unlike fetch, XMLHttpRequest tells how much was sent. */
export function uploadArchive(file: File, onSent: (share: number) => void): Promise<ImportReply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/import");
    request.setRequestHeader("Content-Type", "application/zip");
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new Error(t("The server cannot be reached. Try again.")));
    request.onload = () => {
      const reply = parse(request.responseText);
      if (request.status === 200 && reply) resolve(reply as unknown as ImportReply);
      else
        reject(
          new Error(typeof reply?.message === "string" ? reply.message : t("The import failed.")),
        );
    };
    request.send(file);
  });
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
