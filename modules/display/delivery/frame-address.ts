import type { Config } from '#shared/config.ts';
import type { Keys } from '#shared/keys.ts';
import type { FrameFormat } from '#shared/picture-formats.ts';
import { checkAddress, unixSeconds } from '#shared/storage/signed-requests.ts';

/** The frame that an address permits to fetch. */
export interface FrameGrant {
  /** Id of a presentation or of a system page. */
  frameId: string;
  format: FrameFormat;
  /** The command that contained this address. The download is recorded with this id. */
  commandId: string;
  /** Unix time in seconds. */
  expires: string;
}

/** An address of the api process with about 200 characters, regardless of the object store. */
export function frameAddress(
  { config, keys }: { config: Pick<Config, 'PUBLIC_URL'>; keys: Keys },
  { expiresAt, ...about }: Omit<FrameGrant, 'expires'> & { expiresAt: Date },
): string {
  const grant = { ...about, expires: unixSeconds(expiresAt) };
  const { frameId, format, commandId, expires } = grant;
  const query = new URLSearchParams({
    command: commandId,
    expires,
    signature: keys.sign('frame', textOf(grant)),
  });
  return `${config.PUBLIC_URL}/api/device/v1/frames/${frameId}/${format}?${query}`;
}

/** @throws {AppError} 403 `invalid_signature` or `url_expired` */
export function checkFrameAddress(keys: Keys, grant: FrameGrant, signature: string, now: Date): void {
  checkAddress(keys.verify('frame', textOf(grant), signature), grant.expires, now);
}

function textOf({ frameId, format, commandId, expires }: FrameGrant): string {
  return [frameId, format, commandId, expires].join(' ');
}
