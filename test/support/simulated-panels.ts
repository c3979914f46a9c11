import { createPanel, type Panel, type PanelOptions } from '#client/panel/panel.ts';

const running = new Set<Panel>();

/** A simulated panel that is switched off with its server: one that a failed test left running would keep its file from ending. */
export function simulatedPanel(options: PanelOptions): Panel {
  const panel = createPanel(options);
  running.add(panel);
  return panel;
}

/** Switches off every simulated panel of the server with this address. */
export function switchOffPanels(server: string): void {
  for (const panel of running) {
    if (panel.options.server !== server) continue;
    panel.cutPower();
    running.delete(panel);
  }
}
