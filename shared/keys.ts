import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import { randomBuffer } from './ids.ts';

/** The purpose of a derived key. Each purpose has its own key (HKDF-SHA-256, RFC 5869). */
export type KeyPurpose =
  | 'storage'
  | 'frame'
  | 'cursor'
  | 'encryption'
  | 'secret-check'
  | 'cookie'
  | 'tunnel'
  | 'broker'
  | 'proof';

export interface Keys {
  /** HMAC-SHA-256, base64url. */
  sign(purpose: KeyPurpose, text: string): string;
  verify(purpose: KeyPurpose, text: string, signature: string): boolean;
  /** AES-256-GCM; `context` must be the same when decrypting, so a value cannot be moved to another row. */
  encrypt(plaintext: string, context: string): string;
  /** @throws when the text was altered, moved, or encrypted with another secret */
  decrypt(sealed: string, context: string): string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** All keys of an installation, derived from its one secret. */
export function createKeys(secret: string): Keys {
  const derived = new Map<KeyPurpose, Buffer>();
  const key = (purpose: KeyPurpose) => {
    const known = derived.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, 'placard', purpose, 32));
    derived.set(purpose, known);
    return known;
  };
  const sign = (purpose: KeyPurpose, text: string) =>
    createHmac('sha256', key(purpose)).update(text).digest('base64url');
  return {
    sign,
    verify: (purpose, text, signature) => equalStrings(sign(purpose, text), signature),
    encrypt(plaintext, context) {
      const iv = randomBuffer(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key('encryption'), iv).setAAD(Buffer.from(context));
      return Buffer.concat([
        iv,
        cipher.update(plaintext, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]).toString('base64url');
    },
    decrypt(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key('encryption'), bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES));
      return (
        decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
}

/** Compares strings in constant time. */
export function equalStrings(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** SHA-256 as lower-case hex. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data);
}
