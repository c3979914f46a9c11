import mqtt from 'mqtt';
import { randomToken } from '#shared/ids.ts';
import { DOCTOR_CLIENT, httpProof, mqttProof } from '#shared/installation-proof.ts';
import type { Keys } from '#shared/keys.ts';
import { RESPONSE_TIMEOUT_MS } from './response-timeout.ts';

/** What responds at an address. `other`: a program that is not this installation; `none`: nothing, with the reason. */
export type Identification = { kind: 'ours' | 'other' } | { kind: 'none'; reason: string };

/** Return code of CONNACK with which the gateway refuses a doctor that knows its secret: MQTT 3.1.1, table 3.1. */
const NOT_AUTHORIZED = 5;

const nonce = () => randomToken(18);

/** Asks the HTTP server under `base` to prove that it is this installation. */
export async function identifyHttp(base: string, keys: Keys): Promise<Identification> {
  const number = nonce();
  try {
    const response = await fetch(`${base.replace(/\/$/, '')}/health/installation?nonce=${number}`, {
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      redirect: 'manual',
    });
    const body = (await response.json().catch(() => null)) as { proof?: unknown } | null;
    return { kind: body?.proof === httpProof(keys, number) ? 'ours' : 'other' };
  } catch (error) {
    return { kind: 'none', reason: reasonOf(error) };
  }
}

/** Asks the MQTT server at `url` in the same way. A gateway refuses every doctor; its return code is the proof. */
export async function identifyMqtt(url: string, keys: Keys): Promise<Identification> {
  const clientId = `${DOCTOR_CLIENT}${nonce()}`;
  const client = mqtt.connect(url, {
    clientId,
    username: clientId,
    password: mqttProof(keys, clientId),
    reconnectPeriod: 0,
    connectTimeout: RESPONSE_TIMEOUT_MS,
  });
  try {
    return await new Promise<Identification>((resolve) => {
      client.once('connect', () => resolve({ kind: 'other' }));
      client.on('error', (error) => {
        const code = (error as { code?: unknown }).code;
        if (typeof code === 'number') resolve({ kind: code === NOT_AUTHORIZED ? 'ours' : 'other' });
        else resolve({ kind: 'none', reason: reasonOf(error) });
      });
      client.once('close', () =>
        resolve({ kind: 'none', reason: 'the connection ended without a response' }),
      );
    });
  } finally {
    client.end(true);
  }
}

function reasonOf(error: unknown): string {
  const { cause, message, code } = error as { cause?: Error; message?: string; code?: string };
  return cause?.message || message || code || String(error);
}
