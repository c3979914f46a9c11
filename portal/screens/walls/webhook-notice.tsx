import { webhooks } from '../../api/webhooks.ts';
import { ScreenLink } from '../../components/link.tsx';
import { useLoad } from '../../components/use-load.ts';
import { t } from '../../strings/index.ts';

/** Shown while a webhook is switched off because its receiver failed. */
export function WebhookNotice() {
  const { data } = useLoad(() => webhooks.list(), []);
  const failed = (data ?? []).filter(({ offReason }) => offReason === 'failing' || offReason === 'gone');
  if (failed.length === 0) return null;
  return (
    <div class="banner banner-error" role="status">
      <p>{t.walls.webhooksOff(failed.map(({ url }) => new URL(url).host))}</p>
      <ScreenLink to="/settings/webhooks" class="button button-plain">
        {t.walls.webhooksLook}
      </ScreenLink>
    </div>
  );
}
