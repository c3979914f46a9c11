import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Webhook, type WebhookDelivery, webhooks } from '../../api/webhooks.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.ts';
import { useLoad } from '../../components/use-load.ts';
import { t } from '../../strings/index.ts';

/** The list is read at this interval while a message is being sent. */
const POLL_MS = 2_000;

/** The past and planned deliveries of a webhook, the newest first. */
export function WebhookDeliveries({ webhook: { id, active } }: { webhook: Webhook }) {
  const older = useSignal<{ items: WebhookDelivery[]; next: string | null } | null>(null);
  const { data, error, reload } = useLoad(async () => {
    const page = await webhooks.deliveries(id, null);
    older.value = { items: [], next: page.nextCursor };
    return page.items;
  }, [id, active]);
  const isBeingSent = data?.some((one) => one.state === 'waiting' && one.error === null) ?? false;
  useEffect(() => {
    if (!isBeingSent) return;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [data]);
  if (error) return <ErrorBanner error={error} retry={reload} />;
  if (!data) return <Spinner />;
  const items = [...data, ...(older.value?.items ?? [])];
  return (
    <>
      <h3>{t.settings.deliveries}</h3>
      {items.length === 0 && <p>{t.settings.noDeliveries}</p>}
      <ol class="settings-list">
        {items.map((delivery) => (
          <Delivery
            key={delivery.id}
            delivery={delivery}
            resend={
              active &&
              (async () => {
                await webhooks.resend(id, delivery.id);
                toast(t.settings.resent);
                void reload();
              })
            }
          />
        ))}
      </ol>
      {older.value?.next && (
        <Button
          onClick={async () => {
            const page = await webhooks.deliveries(id, older.value?.next ?? null);
            older.value = { items: [...(older.value?.items ?? []), ...page.items], next: page.nextCursor };
          }}
        >
          {t.app.more}
        </Button>
      )}
    </>
  );
}

function Delivery({
  delivery: { type, state, createdAt, attempts, error, nextAttemptAt },
  resend,
}: {
  delivery: WebhookDelivery;
  resend: false | (() => Promise<void>);
}) {
  const name = t.settings.webhookEventNames[type];
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <span class="settings-facts">
          <Time at={createdAt} /> · {t.settings.deliveryStates[state]} · {t.settings.attempts(attempts)}
          {state === 'waiting' && error && nextAttemptAt && (
            <>
              {' '}
              · {t.settings.nextAttempt} <Time at={nextAttemptAt} />
            </>
          )}
        </span>
        {error && <span class="settings-facts">{error}</span>}
      </span>
      {resend && (
        <Button label={t.settings.resendOf(name)} onClick={resend}>
          {t.settings.resend}
        </Button>
      )}
    </li>
  );
}
