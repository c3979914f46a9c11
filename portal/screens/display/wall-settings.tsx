import type { DisplaySettings } from '#client/index.ts';
import { Field, Select } from '../../components/field.tsx';
import { t } from '../../strings/index.ts';

const words = t.display;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const DAYS: Record<string, number[]> = { every: EVERY_DAY, working: [1, 2, 3, 4, 5], weekend: [6, 7] };

type Fields = Record<string, string | undefined>;
type WallSettings = Pick<
  DisplaySettings,
  'timeZone' | 'quietHours' | 'dwellSeconds' | 'pollSeconds' | 'button' | 'greys'
>;

/** Fields for quiet hours, time zone and dwell time and, for a polling panel, interval, button and greys. */
export function WallSettingsFields({ settings, problems }: { settings: WallSettings; problems: Fields }) {
  const { quietHours, timeZone, dwellSeconds, pollSeconds, button, greys } = settings;
  const [window] = quietHours;
  const days = window ? daysName(window.days) : 'every';
  return (
    <>
      {quietHours.length > 1 ? (
        <p class="field-hint">{words.quietSeveral}</p>
      ) : (
        <>
          <div class="field-row quiet-hours">
            <Field
              {...{ label: words.quietFrom, name: 'quietFrom', type: 'time' }}
              defaultValue={window?.from ?? ''}
              error={problems['quietHours.0.from']}
            />
            <Field
              {...{ label: words.quietTo, name: 'quietTo', type: 'time' }}
              defaultValue={window?.to ?? ''}
              error={problems['quietHours.0.to']}
            />
          </div>
          <Select
            {...{ label: words.quietDays, name: 'quietDays', defaultValue: days, hint: words.quietHint }}
            options={Object.entries(words.quietDaysOf)
              .filter(([value]) => value !== 'other' || days === 'other')
              .map(([value, label]) => ({ value, label }))}
          />
        </>
      )}
      <Field
        {...{ label: words.timeZone, name: 'timeZone', hint: words.timeZoneHint, maxLength: 64 }}
        list="time-zones"
        defaultValue={timeZone ?? ''}
        error={problems.timeZone}
      />
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Field
        {...{ label: words.dwell, name: 'dwell', type: 'number', hint: words.dwellHint, min: 0, step: 'any' }}
        defaultValue={minutes(dwellSeconds)}
        error={problems.dwellSeconds}
      />
      {isPolling(settings) && (
        <>
          <Field
            {...{
              label: words.poll,
              name: 'poll',
              type: 'number',
              hint: words.pollHint,
              min: 0.5,
              step: 'any',
            }}
            defaultValue={minutes(pollSeconds)}
            error={problems.pollSeconds}
          />
          <Select
            {...{ label: words.button, name: 'button', defaultValue: button ?? 'none' }}
            options={Object.entries(words.buttons).map(([value, label]) => ({ value, label }))}
          />
          <Select
            {...{ label: words.greys, name: 'greys', defaultValue: String(greys) }}
            options={Object.entries(words.greysOf).map(([value, label]) => ({ value, label }))}
          />
        </>
      )}
    </>
  );
}

/** The values of the fields as the API takes them. */
export function wallSettingsOf(settings: WallSettings, fields: Fields): Partial<WallSettings> {
  const { quietFrom = '', quietTo = '', quietDays = 'every', timeZone = '', dwell, poll } = fields;
  const { button, greys } = fields;
  const [window] = settings.quietHours;
  const days = DAYS[quietDays] ?? window?.days ?? EVERY_DAY;
  const isQuiet = quietFrom !== '' || quietTo !== '';
  return {
    ...(settings.quietHours.length <= 1 && {
      quietHours: isQuiet ? [{ days, from: quietFrom, to: quietTo }] : [],
    }),
    timeZone: timeZone.trim() || null,
    dwellSeconds: seconds(dwell),
    ...(isPolling(settings) && {
      pollSeconds: seconds(poll),
      button: button === 'advance' || button === 'back' ? button : null,
      greys: greys === '4' ? 4 : 2,
    }),
  };
}

/** Only polling panels have a setting for greys: a panel on MQTT chooses its format itself. */
function isPolling({ greys }: WallSettings): boolean {
  return greys !== null;
}

function daysName(days: number[]): string {
  const known = Object.entries(DAYS).find(([, of]) => String(of) === String(days));
  return known?.[0] ?? 'other';
}

/** Rounded to two decimals, which `seconds` reads back exactly. */
function minutes(value: number | null): string {
  return value === null ? '' : String(Number((value / 60).toFixed(2)));
}

function seconds(text: string | undefined): number | null {
  return text === undefined || text.trim() === '' ? null : Math.round(Number(text) * 60);
}
