/** First bytes of every header of version 2. */
export const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');

/** Signature, version and command, family and protocol, length of what follows. */
export const FIXED_BYTES = 16;

export const TCP4 = 0x11;
export const TCP6 = 0x21;

/** Type of the signature, from the range that the specification reserves for applications. */
export const PROOF_TYPE = 0xe1;
