import type { Panel } from '#client/panel/panel.ts';

/** Simulated panels that are switched on. Apart from what makes them, which loads the client of MQTT. */
const running = new Set<Panel>();

/** Has `switchOffPanels` switch a panel off. */
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
