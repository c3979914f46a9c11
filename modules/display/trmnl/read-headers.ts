import type { IncomingHttpHeaders } from 'node:http';
import { percentOfVolts } from '#shared/cell-voltage.ts';
import type { ShownEvidence } from '../polling/judge-shown.ts';

const HARDWARE_ID = /^[A-Za-z0-9_:-]{1,64}$/;
const MAC = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i;
const MAX_KEY = 256;
const MAX_FACT = 64;

/** A panel's report in headers. Invalid values are ignored. */
export interface PanelHeaders {
  hardwareId: string | null;
  key: string | null;
  firmware: string | undefined;
  model: string | undefined;
  width: number | undefined;
  height: number | undefined;
  battery: number | null;
  charging: boolean | null;
  rssi: number | null;
  isPressed: boolean;
  evidence: ShownEvidence;
}

export function readHeaders(headers: IncomingHttpHeaders): PanelHeaders {
  const text = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value.trim() : undefined;
  };
  const number = (name: string, min: number, max: number) => {
    const value = text(name);
    if (!value || !/^-?\d{1,6}(\.\d{1,6})?$/.test(value)) return undefined;
    return Number(value) >= min && Number(value) <= max ? Number(value) : undefined;
  };
  const readWhole = (name: string, min: number, max: number) => {
    const value = number(name, min, max);
    return value === undefined ? undefined : Math.round(value);
  };
  const fact = (name: string) =>
    text(name)
      ?.replace(/[^\x20-\x7e]/g, '')
      .slice(0, MAX_FACT) || undefined;
  const flag = (name: string) => {
    const value = text(name)?.toLowerCase();
    return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : undefined;
  };
  const id = text('id') ?? '';
  const key = text('access-token') ?? '';
  const percent = number('percent-charged', 0, 100);
  const volts = number('battery-voltage', 0, 10);
  return {
    hardwareId: HARDWARE_ID.test(id) ? (MAC.test(id) ? id.toUpperCase() : id) : null,
    key: key.length > 0 && key.length <= MAX_KEY ? key : null,
    firmware: fact('fw-version'),
    model: fact('model'),
    width: readWhole('width', 1, 10_000),
    height: readWhole('height', 1, 10_000),
    battery: percent ?? (volts === undefined ? null : percentOfVolts(volts)),
    charging: flag('battery-charging') ?? flag('usb-connected') ?? null,
    rssi: number('rssi', -200, -1) ?? null,
    isPressed: flag('special_function') ?? false,
    evidence: { imageCached: flag('image-cached'), refreshRate: readWhole('refresh-rate', 0, 999_999) },
  };
}
