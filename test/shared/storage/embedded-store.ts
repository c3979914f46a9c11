import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from '#shared/clock.ts';
import type { Db } from '#shared/db/open.ts';
import { memoryRateLimiter } from '#shared/http/rate-limit.ts';
import { createHttpApp, listenHttp } from '#shared/http/server.ts';
import type { Surface } from '#shared/http/surface.ts';
import { createKeys } from '#shared/keys.ts';
import { createLog } from '#shared/log.ts';
import { createObjectStore } from '#shared/storage/open.ts';
import type { ObjectStore, UploadTarget } from '#shared/storage/store.ts';
import { type ApiResponse, checkResponse } from '#test/support/client.ts';
import { freePort } from '#test/support/free-port.ts';
import { TEST_SECRET } from '#test/support/secret.ts';

const find = promisify(execFile);

/** A clock that a test moves by hand. */
export type HeldClock = Clock & { at: Date };

export interface EmbeddedStore {
  store: ObjectStore;
  url: string;
  port: number;
  folder: string;
  /** The store's idea of the time: set `at` to move it. */
  clock: HeldClock;
  /** Staging keys that the `onUploaded` hook was called with. */
  uploaded: string[];
  /** Every file below the folder, temporary ones too. */
  files(): Promise<string[]>;
  /** `fetch` whose response is held to the route's declaration. */
  send(url: string, init?: RequestInit): Promise<ApiResponse & { bytes: Buffer }>;
  close(): Promise<void>;
}

/** The embedded store in a folder of its own, behind real HTTP. */
export async function startEmbeddedStore(time?: Clock): Promise<EmbeddedStore> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-store-'));
  const clock: HeldClock = { at: new Date('2026-11-20T10:00:00Z'), now: () => time?.now() ?? clock.at };
  const uploaded: string[] = [];
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { store, routes } = await createObjectStore({
    config: { STORAGE_URL: `file:${folder}`, PUBLIC_URL: url },
    keys: createKeys(TEST_SECRET),
    clock,
    onUploaded: async (key) => void uploaded.push(key),
  });
  const authenticate = () => Promise.reject(new Error('these routes are public'));
  const surfaces: Surface[] = [{ prefix: '', security: 'none', routes, authenticate }];
  const app = createHttpApp({
    log: createLog('test', 'silent'),
    surfaces,
    config: { CORS_ORIGINS: [], TRUST_PROXY: 0 } as never,
    db: null as unknown as Db, // nothing here is idempotent by key
    clock,
    limiter: memoryRateLimiter(clock),
  });
  const server = await listenHttp(app, '127.0.0.1', port);
  return {
    store,
    url,
    port,
    folder,
    clock,
    uploaded,
    async files() {
      const { stdout } = await find('find', [folder, '-type', 'f', '-ignore_readdir_race']);
      return stdout.split('\n').filter(Boolean);
    },
    async send(target, init = {}) {
      const response = await fetch(target, init);
      const bytes = Buffer.from(await response.arrayBuffer());
      const text = bytes.toString('utf8');
      const json = response.headers.get('content-type') === 'application/json; charset=utf-8';
      const { status, headers } = response;
      const result = { status, headers, text, bytes, body: json ? JSON.parse(text) : undefined };
      const { pathname } = new URL(target);
      if (init.method !== 'HEAD') checkResponse(surfaces, init.method ?? 'GET', pathname, result);
      return result;
    },
    async close() {
      await server.close(0);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The form that a client sends for a ticket: its fields, then the file. */
export function uploadForm(target: UploadTarget, bytes: Uint8Array, name = 'photo.png'): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(target.fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
}
