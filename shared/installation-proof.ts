import type { Keys } from './keys.ts';

/**
 * Lets `make doctor` check that an address leads to this installation: the server proves that it knows the secret, by
 * signing a number that was never used before.
 */
export function httpProof(keys: Keys, nonce: string): string {
  return keys.sign('proof', `http ${nonce}`);
}

/** Prefix of the MQTT client identifier of `make doctor`. No panel's name begins so. */
export const DOCTOR_CLIENT = 'placard-doctor-';

/** The MQTT password of `make doctor`. The gateway refuses it with a code that it uses for no other client. */
export function mqttProof(keys: Keys, clientId: string): string {
  return keys.sign('proof', `mqtt ${clientId}`);
}

export function isMqttProof(keys: Keys, clientId: string, password: string): boolean {
  return clientId.startsWith(DOCTOR_CLIENT) && keys.verify('proof', `mqtt ${clientId}`, password);
}
