import { assertObjectKey, contentHash, isStagingKey } from './object-key.ts';
import { type RequestSigner, unixSeconds } from './signed-requests.ts';
import type { ObjectStore } from './store.ts';

/**
 * Signed addresses of the embedded store. In a path, `~` replaces the slashes of a key: the key is one path segment, which
 * proxies neither split nor decode.
 */
export function fileAddresses(
  publicUrl: string,
  signer: RequestSigner,
): Pick<ObjectStore, 'signedUrl' | 'uploadTarget'> {
  return {
    async signedUrl(key, { expiresAt, contentType, downloadAs = '' }) {
      contentHash(key);
      const expires = unixSeconds(expiresAt);
      const query = new URLSearchParams({
        expires,
        type: contentType,
        ...(downloadAs && { name: downloadAs }),
        signature: signer.signDownload({ key, expires, contentType, name: downloadAs }),
      });
      return `${publicUrl}/storage/objects/${key.replaceAll('/', '~')}?${query}`;
    },
    async uploadTarget({ stagingKey, contentType, sizeBytes, expiresAt }) {
      if (!isStagingKey(assertObjectKey(stagingKey))) {
        throw new TypeError(`${stagingKey} is not a staging key.`);
      }
      const expires = unixSeconds(expiresAt);
      const grant = { stagingKey, contentType, sizeBytes: String(sizeBytes), expires };
      const fields = {
        key: stagingKey,
        'Content-Type': contentType,
        size: grant.sizeBytes,
        expires,
        signature: signer.signUpload(grant),
      };
      return { url: `${publicUrl}/storage/uploads`, fields };
    },
  };
}
