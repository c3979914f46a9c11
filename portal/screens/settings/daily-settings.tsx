import { useSignal } from '@preact/signals';
import type { Body, Result } from '#client/index.ts';
import { placard } from '../../api/placard.ts';
import { Button } from '../../components/button.tsx';
import { Field, Select, TextArea, Toggle } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { LoadStatus } from '../../components/load-status.tsx';
import { PlanNote } from '../../components/plan-note.tsx';
import { toast } from '../../components/toast.ts';
import { useLoad } from '../../components/use-load.ts';
import { t } from '../../strings/index.ts';

type DailyRun = Result<'get_api_app_v1_settings'>;
const path = 'api/app/v1/settings';

/** The user's time zone, and the daily run over what was pushed. */
export function DailySettings() {
  const { data, error, reload } = useLoad(
    (signal) => placard.connection.json<DailyRun>({ method: 'GET', path, options: { signal } }),
    [],
  );
  return (
    <section class="settings-part" aria-labelledby="daily">
      <h2 id="daily">{t.settings.daily}</h2>
      <p>{t.settings.dailyText}</p>
      <PlanNote isLaidOut notIncluded={t.plan.noDailyRun} />
      <LoadStatus {...{ data, error, reload }} />
      {data && <DailyForm settings={data} />}
    </section>
  );
}

function DailyForm({ settings: { timeZone, schedule } }: { settings: DailyRun }) {
  const zone = useSignal(timeZone);
  const isOn = useSignal(schedule.enabled);
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([timeZone, own, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  return (
    <Form
      onSubmit={async ({ at = schedule.at, intent = schedule.intent ?? '' }) => {
        const words = intent.trim();
        const body: Body<'put_api_app_v1_settings'> = {
          timeZone: zone.value,
          schedule: { enabled: isOn.value, at, ...(words && { intent: words }) },
        };
        await placard.connection.json({ method: 'PUT', path, body });
        toast(t.settings.saved);
      }}
    >
      {({ busy, problems }) => (
        <>
          <Select
            label={t.settings.timeZone}
            hint={own === timeZone ? undefined : t.settings.ownZone(own)}
            value={zone.value}
            onChange={({ currentTarget }) => {
              zone.value = currentTarget.value;
            }}
            options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
            error={problems.timeZone}
          />
          <Toggle
            label={t.settings.dailyOn}
            checked={isOn.value}
            onChange={({ currentTarget }) => {
              isOn.value = currentTarget.checked;
            }}
          />
          {isOn.value && (
            <>
              <Field
                label={t.settings.dailyAt}
                type="time"
                name="at"
                defaultValue={schedule.at}
                required
                error={problems['schedule.at']}
              />
              <TextArea
                label={t.settings.dailyIntent}
                hint={t.settings.dailyIntentHint}
                name="intent"
                maxLength={2000}
                defaultValue={schedule.intent ?? ''}
                error={problems['schedule.intent']}
              />
            </>
          )}
          <Button kind="primary" type="submit" busy={busy}>
            {t.settings.save}
          </Button>
        </>
      )}
    </Form>
  );
}
