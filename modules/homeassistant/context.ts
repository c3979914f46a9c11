import type { Display } from '#modules/display';
import type { Library } from '#modules/library';
import type { Config } from '#shared/config.ts';
import type { Db } from '#shared/db/open.ts';
import type { Keys } from '#shared/keys.ts';
import type { Log } from '#shared/log.ts';

/** The context of the bridge. */
export interface HomeAssistantContext {
  db: Db;
  config: Config;
  keys: Keys;
  log: Log;
  display: Pick<Display, 'presenceOf' | 'pressButton' | 'readShowing'>;
  library: Pick<Library, 'pushDirectly'>;
  /** Encodes a frame of one bit per pixel as PNG. */
  framePng(raw1: Uint8Array, size: { width: number; height: number }): Promise<Uint8Array>;
}
