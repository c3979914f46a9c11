import { oneLine } from '../blocks.ts';
import { isObject, type Json, textOf } from './fields.ts';

/** Meanings of the status numbers in a heartbeat of Uptime Kuma. */
const STATES = ['down', 'up', 'pending', 'maintenance'];

/** A notification of Uptime Kuma: the service, its state, the reason and the time; null for anything else. */
export function readUptimeKuma(root: Json): Map<string, string> | null {
  const { heartbeat, monitor, msg: _, ...others } = root;
  if (!isObject(heartbeat) || !isObject(monitor) || Object.keys(others).length > 0) return null;
  const state = STATES[Number(textOf(heartbeat.status))];
  if (state === undefined || typeof monitor.name !== 'string') return null;
  const fields = new Map([
    ['name', oneLine(monitor.name)],
    ['state', state],
  ]);
  if (typeof heartbeat.msg === 'string') fields.set('message', oneLine(heartbeat.msg));
  if (typeof monitor.description === 'string' && monitor.description !== '')
    fields.set('description', oneLine(monitor.description));
  const time = heartbeat.localDateTime ?? heartbeat.time;
  if (typeof time === 'string') fields.set('since', time.replace(' ', 'T'));
  if (typeof heartbeat.ping === 'number') fields.set('ping', `${heartbeat.ping} ms`);
  return fields;
}
