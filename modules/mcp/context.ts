import type { Display } from '#modules/display';
import type { Library } from '#modules/library';
import type { RateLimiter } from '#shared/http/rate-limit.ts';
import type { Principal } from '#shared/http/route.ts';
import type { ReportOutage } from '#shared/outage-reporter.ts';
import type { Services } from '#shared/services.ts';

/** The context of the tools. */
export interface McpContext extends Pick<Services, 'db' | 'clock' | 'config' | 'log'> {
  reportOutage: ReportOutage;
  /** The same limiter that counts the requests and creations of every other route. */
  limiter: RateLimiter;
  display: Pick<
    Display,
    'activatePresentation' | 'displaysOf' | 'findDisplay' | 'presentationsOf' | 'readShowing'
  >;
  library: Pick<Library, 'listContents' | 'pushDirectly' | 'waitForPush'>;
  /** Encodes a frame of one bit per pixel as PNG. */
  framePng(raw1: Uint8Array, size: { width: number; height: number }): Promise<Uint8Array>;
}

/** The caller of a tool. */
export interface ToolCaller {
  principal: Principal;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}
