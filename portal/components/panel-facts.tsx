import type { Display } from '#client/index.ts';
import { t } from '../strings/index.ts';
import { Time } from './time.tsx';

const LOW_BATTERY_PERCENT = 15;

/** Battery, and when the panel was last heard. */
export function PanelFacts({ display: { batteryPercent, online, lastSeenAt } }: { display: Display }) {
  const isLow = batteryPercent !== null && batteryPercent <= LOW_BATTERY_PERCENT;
  return (
    <ul class="facts">
      {batteryPercent !== null && (
        <li class={isLow ? 'facts-low' : undefined}>
          {t.panel.battery(Math.round(batteryPercent))}
          {isLow && ` · ${t.panel.charge}`}
        </li>
      )}
      <li>
        {online ? (
          t.panel.connected
        ) : lastSeenAt ? (
          <>
            {t.panel.seen} <Time at={lastSeenAt} />
          </>
        ) : (
          t.panel.neverSeen
        )}
      </li>
    </ul>
  );
}
