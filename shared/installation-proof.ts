import type { Keys } from './keys.ts';

/**
 * How `make doctor` learns whether an address leads to this very installation: what answers there shows that it knows the
 * secret, by signing a number that was never used before.
 */
export function httpProof(keys: Keys, nonce: string): string {
  return keys.sign('proof', `http ${nonce}`);
}

/** Begins the client identifier of a doctor that asks over MQTT. No panel is called so. */
export const DOCTOR_CLIENT = 'placard-doctor-';

/** The password with which it asks. The gateway refuses it with another code than every other name that is no panel's. */
export function mqttProof(keys: Keys, clientId: string): string {
  return keys.sign('proof', `mqtt ${clientId}`);
}

export function isMqttProof(keys: Keys, clientId: string, password: string): boolean {
  return clientId.startsWith(DOCTOR_CLIENT) && keys.verify('proof', `mqtt ${clientId}`, password);
}
