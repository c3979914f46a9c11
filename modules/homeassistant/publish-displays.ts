import type { MqttClient } from 'mqtt';
import { sha256 } from '#shared/keys.ts';
import type { HomeAssistantContext } from './context.ts';
import { discoveryOf, stateOf } from './entities.ts';
import type { Topics } from './topics.ts';

/** The retained messages of this installation at the broker. */
export interface Published {
  /** Reconciles the broker with the database: publishes what changed and removes what is gone. */
  sync(): Promise<void>;
  /**
   * Returns whether a retained discovery message belongs to a display that is gone; the next `sync` then removes it.
   */
  isOfRemovedDisplay(topic: string): boolean;
  /** Makes the next `sync` publish everything again. */
  forget(): void;
}

export function createPublished(
  context: HomeAssistantContext,
  topics: Topics,
  client: MqttClient,
): Published {
  const { db, config, display, framePng } = context;
  /** Hash of the last published payload, by topic; empty if unknown. */
  const published = new Map<string, string>();
  /** Topics by display. */
  const owners = new Map<string, string>();

  async function publish(displayId: string, topic: string, payload: string | Buffer): Promise<void> {
    const hash = sha256(payload);
    owners.set(topic, displayId);
    if (published.get(topic) === hash) return;
    await client.publishAsync(topic, payload, { retain: true, qos: 1 });
    published.set(topic, hash);
  }

  async function publishPicture(
    displayId: string,
    userId: string,
    presentationId: string | null,
  ): Promise<void> {
    const topic = topics.picture(displayId);
    const key = `shows ${presentationId}`;
    owners.set(topic, displayId);
    if (published.get(topic) === key) return;
    const { showing } = presentationId ? await display.readShowing(userId, displayId) : { showing: null };
    const picture = showing ? Buffer.from(await framePng(showing.frame.raw1, showing.frame)) : '';
    await client.publishAsync(topic, picture, { retain: true, qos: 1 });
    published.set(topic, key);
  }

  return {
    async sync() {
      const displays = await display.presenceOf(db);
      for (const one of displays) {
        const { displayId, userId, presentationId } = one;
        for (const { topic, payload } of [
          ...discoveryOf(topics, one, config.PUBLIC_URL),
          stateOf(topics, one),
        ])
          await publish(displayId, topic, payload);
        await publishPicture(displayId, userId, presentationId);
      }
      const present = new Set(displays.map(({ displayId }) => displayId));
      for (const [topic, displayId] of owners) {
        if (present.has(displayId)) continue;
        await client.publishAsync(topic, '', { retain: true, qos: 1 });
        owners.delete(topic);
        published.delete(topic);
      }
    },
    isOfRemovedDisplay(topic) {
      const displayId = topics.discoveredDisplay(topic);
      if (displayId === null || owners.has(topic)) return false;
      for (const each of [topic, topics.state(displayId), topics.picture(displayId)])
        owners.set(each, displayId);
      return true;
    },
    forget: () => published.clear(),
  };
}
