import { resolve } from 'node:path';
import type { Config } from '#shared/config.ts';
import { StartError } from '#shared/process.ts';
import { brokerAddress } from '../broker-address.ts';
import type { ConfOptions, Listener } from './file-texts.ts';

const DEFAULT_PORTS: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883, 'ws:': 80, 'wss:': 443 };
const EVERYWHERE = ['0.0.0.0', '::'];
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Mosquitto's listeners as the settings say them: those of panels are where the embedded broker would listen, that of
 * the gateways is where they connect to.
 * @throws {StartError}
 */
export function confOptions(folder: string, config: Config): ConfOptions {
  const { MQTT_TLS_KEY, MQTT_TLS_CERT, MQTT_PORT, MQTT_TLS_PORT, MQTT_MAX_CONNECTIONS } = config;
  const tls =
    MQTT_TLS_KEY && MQTT_TLS_CERT ? { key: resolve(MQTT_TLS_KEY), cert: resolve(MQTT_TLS_CERT) } : null;
  const panels: Listener[] = [{ port: MQTT_PORT, host: bound(config.MQTT_PLAIN_HOST), tls: null }];
  if (tls) panels.push({ port: MQTT_TLS_PORT, host: bound(config.MQTT_HOST), tls });
  const gateways = gatewayListener(brokerAddress(config).url, tls);
  if (panels.some(({ port }) => port === gateways.port)) {
    throw new StartError(
      `Gateways need a listener of their own: MQTT_BROKER_URL names port ${gateways.port}, which is the panels'.`,
    );
  }
  return { folder: resolve(folder), panels, gateways, maxPanels: MQTT_MAX_CONNECTIONS };
}

function gatewayListener(url: string, tls: Listener['tls']): Listener {
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === 'mqtts:' || protocol === 'wss:';
  if (secure && !tls)
    throw new StartError(
      `MQTT_BROKER_URL begins with ${protocol}//, so MQTT_TLS_KEY and MQTT_TLS_CERT must name Mosquitto's key and certificate.`,
    );
  return {
    port: Number(port || DEFAULT_PORTS[protocol]),
    host: LOOPBACK.includes(hostname) ? hostname.replace(/[[\]]/g, '') : null,
    tls: secure ? tls : null,
    webSocket: protocol.startsWith('ws'),
  };
}

function bound(host: string): string | null {
  return EVERYWHERE.includes(host) ? null : host;
}
