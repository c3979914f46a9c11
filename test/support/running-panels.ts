import type { Panel } from '#client/panel/panel.ts';

/** Running simulated panels. Separate from the code that creates them, which loads the MQTT client. */
const running = new Set<Panel>();

/** Registers a panel for `switchOffPanels`. */
export function addRunningPanel(panel: Panel): void {
  running.add(panel);
}

/** Switches off every simulated panel of the server with this address. */
export function switchOffPanels(server: string): void {
  for (const panel of running) {
    if (panel.options.server !== server) continue;
    panel.cutPower();
    running.delete(panel);
  }
}
