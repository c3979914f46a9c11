import type { MqttClient } from 'mqtt';

/**
 * Private parts of mqtt.js 5.16.0, which has no public way to acknowledge a message later than it delivers it. No other
 * file uses them; test/gateway/external/mqtt-internals.test.ts fails when a new version changes them.
 */
interface PrivateClient {
  _sendPacket(packet: { cmd: 'puback'; messageId: number; reasonCode: number }): void;
}

/** Acknowledges a QoS 1 message that `handleMessage` finished with an error. */
export function acknowledge(client: MqttClient, messageId: number): void {
  (client as unknown as PrivateClient)._sendPacket({ cmd: 'puback', messageId, reasonCode: 0 });
}

/** Passed to the callback of `handleMessage`: mqtt.js then delivers the next message without acknowledging this one. */
export const ACKNOWLEDGED_LATER = new Error('acknowledged later');
