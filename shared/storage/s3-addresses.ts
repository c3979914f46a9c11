import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { addSeconds, type Clock } from '../clock.ts';
import { contentDisposition } from './content-disposition.ts';
import { assertObjectKey, contentHash, isStagingKey } from './object-key.ts';
import type { ObjectStore } from './store.ts';

type ObjectLocation = (key: string) => { Bucket: string; Key: string };

/** Signed addresses (Signature Version 4) and tickets (POST policies) of an S3 bucket. */
export function s3Addresses(
  client: S3Client,
  at: ObjectLocation,
  clock: Clock,
): Pick<ObjectStore, 'signedUrl' | 'uploadTarget'> {
  const secondsUntil = (date: Date) => Math.ceil((date.getTime() - clock.now().getTime()) / 1000);
  return {
    async signedUrl(key, { expiresAt, contentType, downloadAs = '' }) {
      contentHash(key);
      const left = secondsUntil(expiresAt);
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition(contentType, downloadAs),
        ResponseCacheControl: `private, max-age=${Math.max(0, left)}`,
      });
      // An address is valid for at least a second: one that has expired is signed as of one second before its end.
      const signingDate = left >= 1 ? clock.now() : addSeconds(expiresAt, -1);
      return getSignedUrl(client, command, { expiresIn: Math.max(1, left), signingDate });
    },
    async uploadTarget({ stagingKey, contentType, sizeBytes, expiresAt }) {
      if (!isStagingKey(assertObjectKey(stagingKey))) {
        throw new TypeError(`${stagingKey} is not a staging key.`);
      }
      // Every field becomes a condition of the policy, the key and the content type among them.
      return createPresignedPost(client, {
        ...at(stagingKey),
        Expires: secondsUntil(expiresAt),
        Fields: { 'Content-Type': contentType },
        Conditions: [['content-length-range', sizeBytes, sizeBytes]],
      });
    },
  };
}
