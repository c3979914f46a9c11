const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
const MAX_LENGTH = 700;

/** Segments begin with a letter or digit, so that a key cannot leave its folder or collide with internal names. */
export function isObjectKey(key: string): boolean {
  return key.length <= MAX_LENGTH && key.split('/').every((segment) => SEGMENT.test(segment));
}

/** @throws {TypeError} */
export function assertObjectKey(key: string): string {
  if (!isObjectKey(key)) throw new TypeError(`${JSON.stringify(key)} is not an object key.`);
  return key;
}

export function isStagingKey(key: string): boolean {
  return key.startsWith('staging/');
}

/** The SHA-256 that an immutable key ends in. @throws {TypeError} for any other key */
export function contentHash(key: string): string {
  const tail = assertObjectKey(key).split('/').at(-1) ?? '';
  if (!/^[0-9a-f]{64}$/.test(tail)) throw new TypeError(`${key} does not end in a SHA-256.`);
  return tail;
}
