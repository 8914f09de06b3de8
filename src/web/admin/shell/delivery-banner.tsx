import { useQuery } from "@tanstack/react-query";
import type { Role } from "#domain/member.ts";
import { useLocation } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { useDateWords } from "./dates.ts";
import { channelNames } from "./delivery-copy.ts";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";

const everyMinute = 60_000;

/** Tells the whole team while notifications about inquiries or channels fail. */
export function DeliveryBanner({ role }: { role: Role }) {
  const { recent } = useDateWords();
  const { pathname } = useLocation();
  const { data } = useQuery({
    queryKey: ["delivery-health"],
    queryFn: settingsApi.health,
    refetchInterval: everyMinute,
  });
  return (
    <div role="status">
      {data !== undefined && data.failing.length > 0 && (
        <Alert>
          <p>
            <strong>News does not get through.</strong> Every inquiry is in the inbox, every change of the channels in
            their history; what failed is tried again.
          </p>
          <ul className="plain-list">
            {data.failing.map(({ channel, since, messages }) => (
              <li key={channel}>
                {channelNames[channel]}: {messages === 1 ? "1 message" : `${messages} messages`} since {recent(since)}
              </li>
            ))}
          </ul>
          {role === "agent" && <p>Please tell an owner.</p>}
          {role === "owner" && pathname !== paths.settings && (
            <ButtonLink variant="secondary" to={paths.settings}>
              Look at the deliveries
            </ButtonLink>
          )}
        </Alert>
      )}
    </div>
  );
}
