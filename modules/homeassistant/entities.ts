import type { DisplayPresence } from '#modules/display';
import { brand } from '#shared/brand.ts';
import type { Topics } from './topics.ts';

/** Longest state of an entity that Home Assistant accepts. */
const MAX_STATE_CHARACTERS = 255;

export interface RetainedMessage {
  topic: string;
  payload: string;
}

/**
 * The discovery messages of a display, one per entity, in the format of Home Assistant's MQTT integration
 * (homeassistant/components/mqtt: sensor, binary_sensor, image, button, notify).
 */
export function discoveryOf(
  topics: Topics,
  { displayId, name, model, firmware }: DisplayPresence,
  configurationUrl: string,
): RetainedMessage[] {
  const device = {
    identifiers: [`placard_${displayId}`],
    name,
    manufacturer: brand.name,
    ...(model && { model }),
    ...(firmware && { sw_version: firmware }),
    configuration_url: configurationUrl,
  };
  const entity = (component: string, id: string, config: Record<string, unknown>): RetainedMessage => ({
    topic: topics.discovery(component, displayId, id),
    payload: JSON.stringify({
      unique_id: `placard_${displayId}_${id}`,
      availability_topic: topics.availability,
      ...config,
      device,
      origin: { name: brand.name },
    }),
  });
  const state = topics.state(displayId);
  const diagnostic = { entity_category: 'diagnostic' };
  return [
    entity('sensor', 'battery', {
      name: 'Battery',
      state_topic: state,
      value_template: '{{ value_json.battery }}',
      device_class: 'battery',
      unit_of_measurement: '%',
      state_class: 'measurement',
      ...diagnostic,
    }),
    entity('sensor', 'signal', {
      name: 'Signal',
      state_topic: state,
      value_template: '{{ value_json.signal }}',
      device_class: 'signal_strength',
      unit_of_measurement: 'dBm',
      state_class: 'measurement',
      ...diagnostic,
    }),
    entity('sensor', 'last_seen', {
      name: 'Last seen',
      state_topic: state,
      value_template: '{{ value_json.last_seen }}',
      device_class: 'timestamp',
      ...diagnostic,
    }),
    entity('binary_sensor', 'connectivity', {
      name: 'Connectivity',
      state_topic: state,
      value_template: '{{ value_json.connected }}',
      device_class: 'connectivity',
      ...diagnostic,
    }),
    entity('sensor', 'title', {
      name: 'Shows',
      state_topic: state,
      value_template: '{{ value_json.title }}',
    }),
    entity('image', 'picture', {
      name: 'Picture',
      image_topic: topics.picture(displayId),
      content_type: 'image/png',
    }),
    entity('button', 'next', { name: 'Next', command_topic: topics.command(displayId, 'next') }),
    entity('button', 'back', { name: 'Back', command_topic: topics.command(displayId, 'back') }),
    entity('notify', 'note', { name: 'Note', command_topic: topics.command(displayId, 'notify') }),
  ];
}

/**
 * The state of a display; null means unknown. A panel in its normal sleep counts as connected, so that it triggers no
 * automation.
 */
export function stateOf(topics: Topics, display: DisplayPresence): RetainedMessage {
  const state = {
    battery: display.batteryPercent === null ? null : Math.round(display.batteryPercent),
    signal: display.rssi,
    last_seen: display.lastSeenAt?.toISOString() ?? null,
    connected: display.lastSeenAt === null || display.isOffline ? 'OFF' : 'ON',
    title: display.title && clipTitle(display.title),
  };
  return { topic: topics.state(display.displayId), payload: JSON.stringify(state) };
}

function clipTitle(title: string): string {
  const letters = [...title];
  return letters.length > MAX_STATE_CHARACTERS
    ? `${letters.slice(0, MAX_STATE_CHARACTERS - 1).join('')}…`
    : title;
}
