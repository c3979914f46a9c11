import { brand } from '#shared/brand.ts';
import { sha256 } from '#shared/keys.ts';

/** Panels per address: a gateway accepts 2,000 connections of one by default. */
const PER_ADDRESS = 1_900;

/** Panels of the benchmark are numbered from 0. All properties of a panel are derived from its number. */

export function thingOf(panel: number): string {
  return brand.thingPrefix + String(panel).padStart(12, '0');
}

export function passwordOf(panel: number): string {
  return `the password of ${thingOf(panel)}`;
}

/** The local address of a panel's connection. */
export function addressOf(panel: number): string {
  return `127.0.1.${1 + Math.floor(panel / PER_ADDRESS)}`;
}

export function deviceIdOf(panel: number): string {
  return idOf(1, panel);
}

export function panelOfDevice(deviceId: string): number {
  return Number.parseInt(deviceId.slice(-12), 16);
}

/** Every panel shows its picture 0 at first, and has another one, 1. */
export function presentationIdOf(panel: number, picture: number): string {
  return idOf(2 + picture, panel);
}

export function topicOf(panel: number, rest: string): string {
  return `${brand.topicRoot}/dev/${thingOf(panel)}/${rest}`;
}

/** Frames that all panels share: random bytes of the size of `raw1`. */
export const FRAMES = 16;
export const FRAME_BYTES = 48_000;

export function frameOf(panel: number, picture: number): number {
  return (panel + picture) % FRAMES;
}

export function frameKey(frame: number): string {
  return `frames/bench/raw1/${frameBytes(frame).sha256}`;
}

const frames = new Map<number, { bytes: Buffer; sha256: string }>();

export function frameBytes(frame: number): { bytes: Buffer; sha256: string } {
  const known = frames.get(frame) ?? makeFrame(frame);
  frames.set(frame, known);
  return known;
}

/** The picture that a panel reports. */
export interface ShownFrame {
  presentationId: string;
  sha256: string;
}

/** The first picture as a heartbeat reports it. */
export function firstFrameOf(panel: number): ShownFrame {
  return { presentationId: presentationIdOf(panel, 0), sha256: frameBytes(frameOf(panel, 0)).sha256 };
}

/** A heartbeat of a panel that shows its first picture. */
export function heartbeatOf(panel: number): string {
  const about = { ts: 0, firmware: '1.4.2', battery: 87, charging: false, rssi: -61 };
  return JSON.stringify({ ...about, ...firstFrameOf(panel) });
}

/** A command as long as that of the gateway. */
export function commandOf(panel: number, sha256 = frameBytes(0).sha256): string {
  return JSON.stringify({
    id: deviceIdOf(panel),
    kind: 'show',
    issuedAt: '2026-11-20T10:00:00.000Z',
    presentationId: presentationIdOf(panel, 1),
    url: `http://127.0.0.1:3000/api/device/v1/frames/${presentationIdOf(panel, 1)}/raw1?command=${deviceIdOf(panel)}&expires=1763632800&signature=${sha256.slice(0, 43)}`,
    format: 'raw1',
    sizeBytes: FRAME_BYTES,
    sha256,
    expiresAt: '2026-11-20T10:15:00.000Z',
    width: 800,
    height: 480,
  });
}

function makeFrame(frame: number): { bytes: Buffer; sha256: string } {
  const parts = Array.from({ length: FRAME_BYTES / 32 }, (_, n) =>
    Buffer.from(sha256(`${frame} ${n}`), 'hex'),
  );
  const bytes = Buffer.concat(parts);
  return { bytes, sha256: sha256(bytes) };
}

function idOf(kind: number, panel: number): string {
  return `0000000${kind}-0000-7000-8000-${panel.toString(16).padStart(12, '0')}`;
}
