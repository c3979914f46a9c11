import { connection } from '../store/connection.ts';
import { t } from '../strings/index.ts';

/** Says that the box is away, and that nothing needs to be done about it. */
export function OfflineBanner() {
  return (
    <div role="status" aria-live="polite">
      {connection.value === 'offline' && <p class="banner banner-offline">{t.app.offline}</p>}
    </div>
  );
}
