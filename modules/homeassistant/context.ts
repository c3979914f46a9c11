import type { Display } from '#modules/display';
import type { Library } from '#modules/library';
import type { Services } from '#shared/services.ts';

/** The context of the bridge. */
export interface HomeAssistantContext extends Pick<Services, 'db' | 'config' | 'keys' | 'log'> {
  display: Pick<Display, 'presenceOf' | 'pressButton' | 'readShowing'>;
  library: Pick<Library, 'pushDirectly'>;
  /** Encodes a frame of one bit per pixel as PNG. */
  framePng(raw1: Uint8Array, size: { width: number; height: number }): Promise<Uint8Array>;
}
