import { createPanel, type Panel } from '#client/panel/panel.ts';
import type { PanelOptions } from '#client/panel/panel-options.ts';
import { addRunningPanel } from './running-panels.ts';
import { until } from './until.ts';

/** The CONNACK of a gateway that cannot check passwords at the moment. */
const SERVER_UNAVAILABLE = 3;

/**
 * A simulated panel that is switched off together with its server: if a failed test left it running, its file would
 * not end.
 */
export function simulatedPanel(options: PanelOptions): Panel {
  const panel = createPanel(options);
  const { connect } = panel;
  // Retried like by firmware, because the gateway of a busy machine may be slow at first.
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
