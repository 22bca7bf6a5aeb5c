import { TextLink } from "../components/text-link.tsx";
import { UnknownId } from "../components/unknown-id.tsx";

export function NotFoundPage() {
  return (
    <UnknownId what="page" place="at this URL" back={<TextLink to="/">Go to Home</TextLink>} />
  );
}
