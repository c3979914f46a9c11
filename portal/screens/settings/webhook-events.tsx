import { useId } from 'preact/hooks';
import type { WebhookEvent } from '../../api/webhooks.ts';
import { Toggle } from '../../components/field.tsx';
import { t } from '../../strings/index.ts';

const EVENTS = Object.entries(t.settings.webhookEventNames) as [WebhookEvent, string][];

/** Chooses the events of a webhook. */
export function EventChoice({
  chosen,
  onChange,
  error,
}: {
  chosen: WebhookEvent[];
  onChange(chosen: WebhookEvent[]): void;
  error?: string | undefined;
}) {
  const id = useId();
  return (
    <fieldset class="settings-choice" aria-describedby={error && id}>
      <legend>{t.settings.webhookEvents}</legend>
      {EVENTS.map(([event, label]) => (
        <Toggle
          key={event}
          label={label}
          checked={chosen.includes(event)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...chosen, event] : chosen.filter((one) => one !== event))
          }
        />
      ))}
      {error && (
        <p class="field-error" id={id}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
