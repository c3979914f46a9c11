import { account } from '../../api/account.ts';
import { Button } from '../../components/button.tsx';
import { LoadStatus } from '../../components/load-status.tsx';
import { Time } from '../../components/time.tsx';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { useLoad } from '../../components/use-load.ts';
import { t } from '../../strings/index.ts';

/** The user's sessions, each with a button to end it. */
export function SessionSettings() {
  const kept = useKeptFocus();
  const { data, error, reload } = useLoad(() => account.sessions(), []);
  return (
    <section {...kept} class="settings-part" aria-labelledby="sessions">
      <h2 id="sessions">{t.settings.sessions}</h2>
      <p>{t.settings.sessionsText}</p>
      <LoadStatus {...{ data, error, reload }} />
      <ul class="settings-list">
        {data?.map(({ id, current, ip, userAgent, lastUsedAt }) => (
          <li key={id}>
            <span>
              <strong>{browserOf(userAgent)}</strong>{' '}
              {current && <em class="settings-mark">{t.settings.thisOne}</em>}
              <span class="settings-facts">
                {ip} · <Time at={lastUsedAt} />
              </span>
            </span>
            {!current && (
              <Button
                label={t.settings.endSession(browserOf(userAgent))}
                onClick={async () => {
                  await account.endSession(id);
                  void reload();
                }}
              >
                {t.settings.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
  ['curl', 'curl'],
] as const;
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
] as const;

/** `Firefox · Mac` from a user agent, or else its beginning. */
function browserOf(userAgent: string | null): string {
  if (!userAgent) return t.settings.unknownDevice;
  const find = (known: readonly (readonly [string, string])[]) =>
    known.find(([mark]) => userAgent.includes(mark))?.[1];
  const words = [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(' · ');
  return words || userAgent.slice(0, 40);
}
