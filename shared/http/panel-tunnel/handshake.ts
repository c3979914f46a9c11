import type { IncomingMessage } from 'node:http';
import { AppError, invalidRequest } from '../../errors.ts';

const PATH = '/mqtt';
/** MQTT 3.1.1, section 6, and the name that clients of MQTT 3.1 use. */
const SUBPROTOCOLS = ['mqtt', 'mqttv3.1'];
/** Seconds after which a refused panel may try again. */
export const RETRY_SECONDS = 10;

/** Whether a request is an upgrade to MQTT over WebSocket. */
export function wantsTunnel({ method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && url.split('?')[0] === PATH && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Chooses one of the offered subprotocols. */
export function chooseSubprotocol(offered: Set<string>): string | false {
  return SUBPROTOCOLS.find((name) => offered.has(name)) ?? false;
}

/** @throws {AppError} `400` when no supported subprotocol is offered */
export function checkSubprotocol({ headers }: IncomingMessage): void {
  const offered = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim());
  if (!chooseSubprotocol(new Set(offered))) throw invalidRequest('The WebSocket subprotocol must be `mqtt`.');
}

export function gatewayUnavailable(): AppError {
  const retry = { 'Retry-After': String(RETRY_SECONDS) };
  return new AppError(503, 'processing_unavailable', 'Panels cannot be served just now.', {}, retry);
}

/** `400` for a handshake that ws refused, with the supported version. */
export function handshakeFault({ message }: Error): AppError {
  const version = { 'Sec-WebSocket-Version': '13' };
  return new AppError(400, 'invalid_request', `The WebSocket handshake is wrong: ${message}.`, {}, version);
}
