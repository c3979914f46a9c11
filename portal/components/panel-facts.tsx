import type { Wall } from '#client/index.ts';
import { t } from '../strings/index.ts';
import { clockTime, Time } from './time.tsx';

/** Battery with its forecast, the next planned wake, and when the panel last sent a message. */
export function PanelFacts({ wall: { display, status } }: { wall: Pick<Wall, 'display' | 'status'> }) {
  const { battery, lastSeenAt } = display;
  // `online` stays true for a while after the connection has ended.
  const isConnected = display.online && !status.asleep && status.state !== 'offline';
  const { nextLook } = status;
  const isUsual = nextLook?.reason === 'interval' && display.pollSeconds === null;
  return (
    <ul class="facts">
      {battery && (
        <li class={battery.low ? 'facts-low' : undefined}>
          {t.panel.battery(Math.round(battery.percent))}
          {battery.daysLeft !== null && `, ${t.panel.daysLeft(battery.daysLeft)}`}
          {battery.low && ` · ${t.panel.charge}`}
        </li>
      )}
      {nextLook && <li>{t.panel.nextLook(clockTime(nextLook.at), isUsual ? 'usual' : nextLook.reason)}</li>}
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
