import { createPanel, type Panel } from '#client/panel/panel.ts';
import type { PanelOptions } from '#client/panel/panel-options.ts';
import { addRunningPanel } from './running-panels.ts';
import { until } from './until.ts';

/** The CONNACK of a gateway that cannot check a password now. */
const SERVER_UNAVAILABLE = 3;

/** A simulated panel that is switched off with its server: one that a failed test left running would keep its file from ending. */
export function simulatedPanel(options: PanelOptions): Panel {
  const panel = createPanel(options);
  const { connect } = panel;
  // As firmware does: the gateway of a busy machine may have no time for it at first.
  panel.connect = async () => {
    await until('the panel is let in', () => connect().then(() => true, isTriedAgain));
  };
  addRunningPanel(panel);
  return panel;
}

function isTriedAgain(error: Error & { code?: unknown }): false {
  if (error.code !== SERVER_UNAVAILABLE) throw error;
  return false;
}
