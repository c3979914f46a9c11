import type { Wall } from '#client/index.ts';
import { t } from '../strings/index.ts';
import { clockTime, Time } from './time.tsx';

const LOW_BATTERY_PERCENT = 15;

/** Battery, and when the panel was last heard. */
export function PanelFacts({ wall: { display, status } }: { wall: Pick<Wall, 'display' | 'status'> }) {
  const { batteryPercent, lastSeenAt } = display;
  // A panel counts as online for a while after its connection has ended.
  const isConnected = display.online && status.state !== 'asleep' && status.state !== 'offline';
  const isLow = batteryPercent !== null && batteryPercent <= LOW_BATTERY_PERCENT;
  return (
    <ul class="facts">
      {batteryPercent !== null && (
        <li class={isLow ? 'facts-low' : undefined}>
          {t.panel.battery(Math.round(batteryPercent))}
          {isLow && ` · ${t.panel.charge}`}
        </li>
      )}
      {status.nextLook && <li>{t.panel.nextLook(clockTime(status.nextLook.at), status.nextLook.reason)}</li>}
      <li>
        {isConnected ? (
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
