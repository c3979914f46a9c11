import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import anyTest, { type TestFn } from 'ava';
import { PNG } from 'pngjs';
import sharp from 'sharp';
import {
  createTrmnlPanel,
  type TrmnlPanel,
  type TrmnlPanelOptions,
} from '#gateway/simulator/trmnl/trmnl-panel.ts';
import { createObjectStore } from '#shared/storage/open.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { type Client, createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { type Person, registerPerson } from '#test/support/person.ts';

export interface TrmnlStand {
  app: TestApp;
  client: Client;
  person: Person;
  panel(options?: Partial<TrmnlPanelOptions>): TrmnlPanel;
  /** A panel that has shown its code and been claimed by `owner`, or else by `person`; it shows its welcome page. */
  claimed(
    options?: Partial<TrmnlPanelOptions>,
    owner?: Person,
  ): Promise<{ panel: TrmnlPanel; displayId: string }>;
  /** Pushes a picture, drawn from a seed or given as a PNG, and waits until it is queued; returns its presentation. */
  push(displayId: string, picture: number | Buffer, owner?: Person): Promise<string>;
  state(presentationId: string): Promise<string>;
}

/** Firmware gives up after 15 s, in which a busy machine may not have answered. */
const ANSWER_TIMEOUT_MS = 120_000;

/** Ava's `test` with one application for the whole file. */
export const test = anyTest as TestFn<TrmnlStand>;

let macs = 0;
export function newMac(): string {
  macs += 1;
  const digits = (macs + process.pid * 1_000).toString(16).toUpperCase().padStart(12, '0').slice(-12);
  return (digits.match(/../g) ?? []).join(':');
}

export async function startTrmnl(settings: Record<string, string> = {}): Promise<TrmnlStand> {
  const app = await startTestApp({ worker: true, settings });
  const client = createClient(app);
  const person = await registerPerson(client, app.url);
  const stand: TrmnlStand = {
    app,
    client,
    person,
    panel: (options = {}) =>
      createTrmnlPanel({ server: app.url, id: newMac(), timeoutMs: ANSWER_TIMEOUT_MS, ...options }),
    async claimed(options, owner = person) {
      const panel = stand.panel(options);
      await panel.wake('power');
      const displayId = await owner.claim(panel.flash.friendlyId ?? '');
      await panel.wake();
      return { panel, displayId };
    },
    async push(displayId, picture, owner = person) {
      const bytes = typeof picture === 'number' ? await photographPng(800, 480, picture) : picture;
      const contentId = await owner.push({ bytes, contentType: 'image/png' }, { displayId });
      const content = await owner.settled(contentId);
      const { body } = await owner.sdk.get(`/api/sdk/v1/presentations?displayId=${displayId}`);
      const made = body.items.find((item: { contentIds: string[] }) => item.contentIds.includes(content.id));
      return made.id;
    },
    async state(presentationId) {
      const { body } = await person.sdk.get(`/api/sdk/v1/presentations/${presentationId}`);
      return body.state ?? body.presentation.state;
    },
  };
  return stand;
}

/** The raw frame of a presentation as it is stored. */
export async function storedFrame({ app }: TrmnlStand, presentationId: string, format: 'raw1' | 'raw2') {
  const { key } = await app.app
    .db('display.frames')
    .where({ presentation_id: presentationId, format })
    .first('key');
  const { config, app: wired } = app;
  const { store } = await createObjectStore({
    config,
    keys: wired.keys,
    clock: wired.clock,
    onUploaded: async () => {},
  });
  return Buffer.from(await store.read(key));
}

/** Header fields of a PNG. */
export function pngHeader(bytes: Buffer) {
  return {
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    bits: bytes[24],
    colorType: bytes[25],
    interlace: bytes[28],
  };
}

/** Stripes of plain greys across an upright picture of a panel's size, as a PNG: small in every format. */
export function stripesPng(greys: number[]): Promise<Buffer> {
  const data = Buffer.alloc(800 * 480, Buffer.from(greys.flatMap((grey) => Array(8).fill(grey))));
  return sharp(data, { raw: { width: 800, height: 480, channels: 1 } })
    .png()
    .toBuffer();
}

/** A BMP of one bit a pixel, packed as a raw frame is: its rows are from bottom to top. */
export function packedBmp(bytes: Buffer): Buffer {
  const rows = Array.from({ length: 480 }, (_, y) => bytes.subarray(62 + y * 100, 62 + (y + 1) * 100));
  return Buffer.concat(rows.reverse());
}

/** Replaces the stored frame of a presentation by noise, which no PNG makes smaller. */
export async function storeNoise({ app }: TrmnlStand, presentationId: string, format: 'raw1' | 'raw2') {
  const { key } = await app.app
    .db('display.frames')
    .where({ presentation_id: presentationId, format })
    .first('key');
  const noise = randomBytes(format === 'raw1' ? 48_000 : 96_000);
  await writeFile(join(app.config.DATA_DIR, 'objects', key), noise);
}

/** A PNG of one or two bits a pixel, packed as a raw frame is. */
export function packed(bytes: Buffer, bits: 1 | 2): Buffer {
  const { data, width, height } = PNG.sync.read(bytes);
  const frame = Buffer.alloc((width * height * bits) / 8);
  const step = 255 / ((1 << bits) - 1);
  for (let i = 0; i < width * height; i++) {
    const at = i * bits;
    frame[at >> 3]! |= Math.round(data[i * 4]! / step) << (8 - bits - (at & 7));
  }
  return frame;
}
