import { useSignal } from '@preact/signals';
import { type WebhookEvent, type WebhookWithSecret, webhooks } from '../../api/webhooks.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { LoadStatus } from '../../components/load-status.tsx';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { useLoad } from '../../components/use-load.ts';
import { t } from '../../strings/index.ts';
import { SecretLine } from './secret-line.tsx';
import { WebhookEntry } from './webhook-entry.tsx';
import { EventChoice } from './webhook-events.tsx';

const DEFAULT_EVENTS: WebhookEvent[] = [
  'display.offline',
  'display.battery_low',
  'presentation.failed',
  'content.failed',
];

/** The user's webhooks. */
export function WebhookSettings() {
  const kept = useKeptFocus();
  const { data, error, reload } = useLoad(() => webhooks.list(), []);
  const secret = useSignal<{ of: WebhookWithSecret; isRotated: boolean } | null>(null);
  const show = (webhook: WebhookWithSecret, isRotated: boolean) => {
    secret.value = { of: webhook, isRotated };
    void reload();
  };
  return (
    <section {...kept} class="settings-part" aria-labelledby="webhooks">
      <h2 id="webhooks">{t.settings.webhooks}</h2>
      <p>{t.settings.webhooksText}</p>
      {secret.value ? (
        <Secret
          {...secret.value}
          onDone={() => {
            secret.value = null;
          }}
        />
      ) : (
        <NewWebhook onMade={(made) => show(made, false)} />
      )}
      <LoadStatus {...{ data, error, reload }} />
      {data?.length === 0 && <p class="field-hint">{t.settings.noWebhooks}</p>}
      <ul class="settings-list">
        {data?.map((webhook) => (
          <WebhookEntry
            key={webhook.id}
            webhook={webhook}
            onChanged={reload}
            onRotated={(rotated) => show(rotated, true)}
          />
        ))}
      </ul>
    </section>
  );
}

function NewWebhook({ onMade }: { onMade(made: WebhookWithSecret): void }) {
  const events = useSignal(DEFAULT_EVENTS);
  return (
    <Form onSubmit={async ({ url = '' }) => onMade(await webhooks.create({ url, events: events.value }))}>
      {({ busy, problems }) => (
        <>
          <Field
            {...{ label: t.settings.webhookUrl, hint: t.settings.webhookUrlHint, name: 'url', type: 'url' }}
            {...{ maxLength: 2048, autocomplete: 'off', required: true, error: problems.url }}
          />
          <EventChoice
            chosen={events.value}
            error={problems.events}
            onChange={(chosen) => {
              events.value = chosen;
            }}
          />
          <Button kind="primary" type="submit" busy={busy}>
            {t.settings.makeWebhook}
          </Button>
        </>
      )}
    </Form>
  );
}

/** A secret, shown this once. */
function Secret({
  of: { url, secret },
  isRotated,
  onDone,
}: {
  of: WebhookWithSecret;
  isRotated: boolean;
  onDone(): void;
}) {
  return (
    <div class="settings-made" role="status">
      <h3>{t.settings.webhookMade(new URL(url).host)}</h3>
      <p>
        {t.settings.webhookSecretOnce} {isRotated && t.settings.webhookOldSecret}
      </p>
      <SecretLine label={t.settings.theSecret} text={secret} />
      <Button kind="primary" onClick={onDone}>
        {t.settings.tokenKept}
      </Button>
    </div>
  );
}
