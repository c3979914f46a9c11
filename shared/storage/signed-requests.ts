import { AppError } from '../errors.ts';
import type { Keys } from '../keys.ts';

/** The download that a signed address permits. */
export interface DownloadGrant {
  key: string;
  /** Unix time in seconds. */
  expires: string;
  contentType: string;
  /** File name for saving; empty to display the object. */
  name: string;
}

/** The upload that a ticket permits. */
export interface UploadGrant {
  stagingKey: string;
  contentType: string;
  sizeBytes: string;
  /** Unix time in seconds. */
  expires: string;
}

/** Signatures of the embedded store. Both kinds sign their purpose, so that one cannot be used as the other. */
export interface RequestSigner {
  signDownload(grant: DownloadGrant): string;
  signUpload(grant: UploadGrant): string;
  /** @throws {AppError} 403 `invalid_signature` or `url_expired` */
  checkDownload(grant: DownloadGrant, signature: string, now: Date): void;
  /** @throws {AppError} 403 `invalid_signature` or `ticket_expired` */
  checkUpload(grant: UploadGrant, signature: string, now: Date): void;
}

export function createRequestSigner(keys: Keys): RequestSigner {
  const download = (grant: DownloadGrant) =>
    JSON.stringify(['download', grant.key, grant.expires, grant.contentType, grant.name]);
  const upload = (grant: UploadGrant) =>
    JSON.stringify(['upload', grant.stagingKey, grant.contentType, grant.sizeBytes, grant.expires]);
  return {
    signDownload: (grant) => keys.sign('storage', download(grant)),
    signUpload: (grant) => keys.sign('storage', upload(grant)),
    checkDownload(grant, signature, now) {
      checkAddress(keys.verify('storage', download(grant), signature), grant.expires, now);
    },
    checkUpload(grant, signature, now) {
      if (!keys.verify('storage', upload(grant), signature)) throw invalidSignature('upload ticket');
      if (isPast(grant.expires, now))
        throw new AppError(403, 'ticket_expired', 'This upload ticket has expired; ask for a fresh one.');
    },
  };
}

/** Refuses a signed address. @throws {AppError} 403 `invalid_signature` or `url_expired` */
export function checkAddress(isSigned: boolean, expires: string, now: Date): void {
  if (!isSigned) throw invalidSignature('address');
  if (isPast(expires, now)) throw new AppError(403, 'url_expired', 'This address has expired.');
}

/** Rounded up, so that an address does not expire before its announced time. */
export function unixSeconds(date: Date): string {
  return String(Math.ceil(date.getTime() / 1000));
}

function isPast(unixTime: string, now: Date): boolean {
  return now.getTime() >= Number(unixTime) * 1000;
}

function invalidSignature(what: string): AppError {
  return new AppError(403, 'invalid_signature', `This ${what} was altered or is not one of ours.`);
}
