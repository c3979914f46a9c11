import type { Display } from '#client/index.ts';
import { placard } from '../../api/placard.ts';
import { navigate } from '../../base.ts';
import { Button } from '../../components/button.tsx';
import { Field, Select } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { LoadStatus } from '../../components/load-status.tsx';
import { clockTime, Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.ts';
import { useLoad } from '../../components/use-load.ts';
import { noteDisplay } from '../../store/displays.ts';
import { forgetWall, loadWall } from '../../store/walls.ts';
import { t } from '../../strings/index.ts';
import { WallSettingsFields, wallSettingsOf } from './wall-settings.tsx';

const words = t.display;
const choices = <T extends string>(labels: Record<T, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }));

/** The settings of a display, the details of its panel, and the button to unbind it. */
export function DisplaySettingsForm({ display }: { display: Display }) {
  const { id } = display;
  const { data, error, reload } = useLoad((signal) => placard.displays.settings(id, { signal }), [id]);
  return (
    <details class="display-part">
      <summary>{words.settings}</summary>
      <LoadStatus {...{ data, error, reload }} />
      {data && (
        <Form
          class="display-settings"
          onSubmit={async (fields) => {
            const { nickname = '', queuePolicy, tone, toneExponent } = fields;
            noteDisplay(
              await placard.displays.update(id, {
                nickname: nickname.trim() || null,
                queuePolicy: queuePolicy as 'all' | 'latest',
                tone: tone as 'auto' | 'plain',
                toneExponent: Number(toneExponent),
                ...wallSettingsOf(data, fields),
              }),
            );
            await loadWall(id);
            toast(words.saved);
          }}
        >
          {({ busy, problems }) => (
            <>
              <Field
                label={words.name}
                name="nickname"
                defaultValue={display.nickname ?? ''}
                placeholder={display.thingName}
                hint={words.nameHint}
                error={problems.nickname}
              />
              <Select
                label={words.queuePolicy}
                name="queuePolicy"
                options={choices(words.queuePolicies)}
                defaultValue={data.queuePolicy}
              />
              <WallSettingsFields settings={data} problems={problems} />
              <Select
                label={words.tone}
                name="tone"
                options={choices(words.tones)}
                defaultValue={data.tone}
              />
              <Field
                label={words.darkness}
                hint={words.darknessHint}
                name="toneExponent"
                type="range"
                min={0.6}
                max={2}
                step={0.1}
                defaultValue={String(data.toneExponent)}
                error={problems.toneExponent}
              />
              <Button kind="primary" type="submit" busy={busy}>
                {words.save}
              </Button>
            </>
          )}
        </Form>
      )}
      <PanelDetails display={display} />
      <div class="display-danger">
        <p>{words.resetText}</p>
        <Button
          onClick={async () => {
            const { enrollmentOpenUntil } = await placard.displays.resetEnrollment(id);
            toast(words.resetDone(clockTime(enrollmentOpenUntil)));
          }}
        >
          {words.reset}
        </Button>
        <p>{words.unbindText}</p>
        <Button
          kind="danger"
          ask={{
            title: words.unbindTitle(display.name),
            text: words.unbindText,
            action: words.unbind,
            danger: true,
          }}
          onClick={() => unbind(display)}
        >
          {words.unbind}
        </Button>
      </div>
    </details>
  );
}

async function unbind({ id, name }: Display): Promise<void> {
  await placard.displays.unbind(id);
  navigate('/', { replace: true });
  forgetWall(id);
  toast(words.unbound(name));
}

function PanelDetails({ display }: { display: Display }) {
  const { hardwareId, firmware, boundAt, capabilities } = display;
  return (
    <dl class="display-details">
      <dt>{words.hardware}</dt>
      <dd>{hardwareId}</dd>
      {firmware && (
        <>
          <dt>{words.firmware}</dt>
          <dd>{firmware}</dd>
        </>
      )}
      <dt>{words.size}</dt>
      <dd>
        {capabilities.pixelWidth} × {capabilities.pixelHeight}
      </dd>
      {boundAt && (
        <>
          <dt>{words.claimed}</dt>
          <dd>
            <Time at={boundAt} />
          </dd>
        </>
      )}
    </dl>
  );
}
