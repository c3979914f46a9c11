import { DAY_SECONDS } from '#shared/clock.ts';
import type { Config } from '#shared/config.ts';
import type { Keys } from '#shared/keys.ts';
import { checkAddress } from '#shared/storage/signed-requests.ts';
import type { Notice, NoticeFile } from './notices.ts';

/** The picture that an address permits to fetch. */
export interface PictureGrant {
  deviceId: string;
  frameId: string;
  /** The text of `encodingText`. */
  encoding: string;
  /** The name of the picture in the response to the panel. */
  name: string;
  /** Unix time in seconds. */
  expires: string;
}

/** Longer than an outage of the database, during which a panel gets its last address again. */
const ADDRESS_LIFE_DAYS = 3;

/** Below `/api/device/v1`. */
export const PICTURE_PATH = '/pictures/{deviceId}/{frameId}/{encoding}';
export const NOTICE_PATH = '/notices/{notice}/{file}';

/** An address of the api process with about 300 characters. It stays the same for a day. */
export function pictureAddress(
  { config, keys }: { config: Pick<Config, 'PUBLIC_URL'>; keys: Keys },
  about: Omit<PictureGrant, 'expires'>,
  now: Date,
): string {
  const expires = String((Math.ceil(now.getTime() / 1000 / DAY_SECONDS) + ADDRESS_LIFE_DAYS) * DAY_SECONDS);
  const grant = { ...about, expires };
  const query = new URLSearchParams({
    name: about.name,
    expires,
    signature: keys.sign('frame', textOf(grant)),
  });
  const path = `${about.deviceId}/${about.frameId}/${about.encoding}`;
  return `${config.PUBLIC_URL}/api/device/v1/pictures/${path}?${query}`;
}

export function noticeAddress(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  notice: Notice,
  file: NoticeFile,
): string {
  return `${PUBLIC_URL}/api/device/v1/notices/${notice}/${file}`;
}

/** @throws {AppError} 403 `invalid_signature` or `url_expired` */
export function checkPictureAddress(keys: Keys, grant: PictureGrant, signature: string, now: Date): void {
  checkAddress(keys.verify('frame', textOf(grant), signature), grant.expires, now);
}

function textOf({ deviceId, frameId, encoding, name, expires }: PictureGrant): string {
  return ['picture', deviceId, frameId, encoding, name, expires].join(' ');
}
