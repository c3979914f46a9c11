import type { Config } from '#shared/config.ts';
import { type Notice, notices } from '../polling/notices.ts';
import { noticeAddress } from '../polling/picture-address.ts';
import { pictureName } from '../polling/picture-name.ts';
import { MAX_POLL_SECONDS, MIN_POLL_SECONDS } from '../polling/poll-seconds.ts';
import { encodingFor } from './firmware-version.ts';
import type { PanelHeaders } from './read-headers.ts';

/**
 * The time in the names of notices, in Unix seconds: 1 November 2026. Constant, because notices are also sent without
 * the database.
 */
const NOTICES_SINCE = 1_793_491_200;

/** The response to firmware. Without `image_url` it reports an error; without `refresh_rate` it stores 0. */
export interface DisplayResponse {
  status: 0;
  image_url: string;
  filename: string;
  refresh_rate: number;
  update_firmware: false;
  firmware_url: null;
  reset_firmware: false;
  /** The request that the panel's button sends from now on. */
  special_function: 'restart_playlist' | 'none';
  /** Only in the response to a button: firmware draws the picture if this equals the previous `special_function`. */
  action?: 'restart_playlist';
}

/** Composes a response. `refresh_rate` is limited to the range for panels. */
export function displayResponse(
  { isPressed }: Pick<PanelHeaders, 'isPressed'>,
  { address, name, seconds }: { address: string; name: string; seconds: number },
  hasButton: boolean,
): DisplayResponse {
  return {
    status: 0,
    image_url: address,
    filename: name,
    refresh_rate: Math.min(MAX_POLL_SECONDS, Math.max(MIN_POLL_SECONDS, seconds)),
    update_firmware: false,
    firmware_url: null,
    reset_firmware: false,
    special_function: hasButton || isPressed ? 'restart_playlist' : 'none',
    ...(isPressed && { action: 'restart_playlist' as const }),
  };
}

/** Composes a response with a notice. Its address does not expire, and its name changes with its text. */
export function noticeResponse(
  config: Pick<Config, 'PUBLIC_URL'>,
  headers: Pick<PanelHeaders, 'firmware' | 'isPressed'>,
  notice: Notice,
  seconds: number,
): DisplayResponse {
  const file = encodingFor(headers.firmware, false).kind === 'bmp' ? 'bmp' : 'png';
  const address = noticeAddress(config, notice, file);
  const words = Buffer.from(JSON.stringify(notices[notice]));
  return displayResponse(headers, { address, name: pictureName(words, 0, NOTICES_SINCE), seconds }, false);
}
