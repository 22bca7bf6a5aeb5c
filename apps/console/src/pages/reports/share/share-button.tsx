import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Icon } from "../../../components/icon.tsx";
import { t } from "../../../language/messages.ts";
import { ShareForm } from "./share-form.tsx";
import { ShareLinks } from "./share-links.tsx";
import { ShareSwitch } from "./share-switch.tsx";
import { useShareLinks } from "./use-share-links.ts";

/** Opens the dialog in which a report is published by link. */
export function ShareButton({ outputId, planId }: { outputId: string; planId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Icon name="jump" />
        {t("Share report")}
      </Button>
      <Dialog title={t("Share this report")} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <ShareContent outputId={outputId} planId={planId} />
      </Dialog>
    </>
  );
}

function ShareContent({ outputId, planId }: { outputId: string; planId: string }) {
  const { data } = useShareLinks(planId);
  return (
    <div className="grid gap-5 px-5 py-4">
      {data && !data.isAllowed && <ShareSwitch isAllowed={false} />}
      {data?.isAllowed && <ShareForm outputId={outputId} isLocal={data.isLocal} />}
      <ShareLinks planId={planId} />
    </div>
  );
}
