import { useSignal } from '@preact/signals';
import { type Webhook, type WebhookWithSecret, webhooks } from '../../api/webhooks.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { Toggle } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.ts';
import { useAction } from '../../components/use-action.ts';
import { t } from '../../strings/index.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { EventChoice } from './webhook-events.tsx';

interface EntryProps {
  webhook: Webhook;
  onChanged(): void;
  onRotated(rotated: WebhookWithSecret): void;
}

/** One webhook: on or off, its secret and, when opened, its events and deliveries. */
export function WebhookEntry({ webhook, onChanged, onRotated }: EntryProps) {
  const { id, url, active, offReason, lastSuccessAt } = webhook;
  const { host } = new URL(url);
  const isOpen = useSignal(false);
  const power = useAction(async (isOn: boolean) => {
    await webhooks.change(id, { active: isOn });
    onChanged();
  });
  return (
    <li class="settings-webhook">
      <span>
        <strong>{url}</strong>
        <span class="settings-facts">
          {t.settings.webhookStates[offReason ?? 'on']} ·{' '}
          {lastSuccessAt ? (
            <>
              {t.settings.lastArrived} <Time at={lastSuccessAt} />
            </>
          ) : (
            t.settings.nothingArrived
          )}
        </span>
      </span>
      <Toggle
        label={t.settings.webhookOn}
        checked={active}
        busy={power.busy}
        onChange={({ currentTarget }) => void power.run(currentTarget.checked)}
      />
      <ErrorBanner error={power.error} />
      <div class="settings-actions">
        <Button
          label={t.settings.rotateOf(host)}
          ask={{
            title: t.settings.rotateTitle,
            text: t.settings.rotateText(host),
            action: t.settings.rotate,
          }}
          onClick={async () => onRotated(await webhooks.rotate(id))}
        >
          {t.settings.rotate}
        </Button>
        <Button
          kind="danger"
          label={t.settings.removeWebhookOf(host)}
          ask={{
            title: t.settings.removeWebhookTitle,
            text: t.settings.removeWebhookText(host),
            action: t.settings.removeWebhook,
            danger: true,
          }}
          onClick={async () => {
            await webhooks.remove(id);
            onChanged();
          }}
        >
          {t.settings.removeWebhook}
        </Button>
      </div>
      <details
        onToggle={(event) => {
          isOpen.value = event.currentTarget.open;
        }}
      >
        <summary>{t.settings.webhookDetails(host)}</summary>
        {isOpen.value && (
          <>
            <Events webhook={webhook} onChanged={onChanged} />
            <WebhookDeliveries webhook={webhook} />
          </>
        )}
      </details>
    </li>
  );
}

function Events({ webhook: { id, events }, onChanged }: Pick<EntryProps, 'webhook' | 'onChanged'>) {
  const chosen = useSignal(events);
  return (
    <Form
      onSubmit={async () => {
        await webhooks.change(id, { events: chosen.value });
        onChanged();
        toast(t.settings.saved);
      }}
    >
      {({ busy, problems }) => (
        <>
          <EventChoice
            chosen={chosen.value}
            error={problems.events}
            onChange={(now) => {
              chosen.value = now;
            }}
          />
          <Button type="submit" busy={busy}>
            {t.settings.save}
          </Button>
        </>
      )}
    </Form>
  );
}
