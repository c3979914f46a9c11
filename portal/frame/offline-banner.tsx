import { connection } from '../api/connection.ts';
import { t } from '../strings/index.ts';

/** Shown while the box does not respond, or its changes do not arrive; the portal reconnects by itself. */
export function OfflineBanner() {
  return (
    <div role="status" aria-live="polite">
      {connection.value === 'offline' && <p class="banner banner-offline">{t.app.offline}</p>}
      {connection.value === 'blocked' && <p class="banner banner-offline">{t.app.blocked}</p>}
    </div>
  );
}
