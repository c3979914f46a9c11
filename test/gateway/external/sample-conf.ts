import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mosquitto } from '#test/support/mosquitto.ts';

const SAMPLE = join(import.meta.dirname, '../../../docs/mosquitto.conf');

export const readSample = () => readFile(SAMPLE, 'utf8');

/** The documented sample as an operator adapts it to these settings of Placard. */
export async function adaptSample(
  { folder, panelPort, gatewayPort }: Pick<Mosquitto, 'folder' | 'panelPort' | 'gatewayPort'>,
  { MQTT_BROKER_URL = '', MQTT_TLS_KEY, MQTT_TLS_PORT }: Record<string, string>,
): Promise<string> {
  let conf = (await readSample())
    .replaceAll(/\/etc\/mosquitto\/(placard|certs)/g, folder)
    .replace('listener 1883', `listener ${panelPort}`)
    .replace('listener 8883', `listener ${MQTT_TLS_PORT}`)
    .replace('listener 1884', `listener ${gatewayPort}`);
  if (MQTT_TLS_KEY) conf = conf.replaceAll(/^#(?! |protocol)/gm, '');
  if (MQTT_BROKER_URL.startsWith('ws')) conf = conf.replace('#protocol', 'protocol');
  return conf;
}
