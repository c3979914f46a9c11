import type { Bridge } from './bridge.ts';
import type { HomeAssistantContext } from './context.ts';

export type { Bridge } from './bridge.ts';

export interface HomeAssistant {
  /** For workers: publishes all displays to Home Assistant until closed. Null without HOMEASSISTANT_MQTT_URL. */
  run(): Promise<Bridge | null>;
}

/** Displays as devices in Home Assistant, by MQTT discovery. Stores nothing. */
export function createHomeAssistant(context: HomeAssistantContext): HomeAssistant {
  return {
    async run() {
      const url = context.config.HOMEASSISTANT_MQTT_URL;
      return url ? (await import('./bridge.ts')).runBridge(context, url) : null;
    },
  };
}
