import { isIP } from 'node:net';
import { normalizeAddress } from '../addresses.ts';
import { FIXED_BYTES, PROOF_TYPE, SIGNATURE, TCP4, TCP6 } from './header.ts';

/** A header of the PROXY protocol, version 1 or 2: describes the connection that a proxy forwards. */
export interface ProxyHeader {
  /** Length of the header in bytes. The bytes after it belong to the connection. */
  length: number;
  /** Address of the client of the proxy. Null for connections of the proxy itself, such as health checks, or if unknown. */
  source: string | null;
  /** The signature in the header and the text that it signs. */
  proof: { of: string; signature: string } | null;
}

/** The bytes are not a valid header, so the connection cannot be used. */
export class ProxyHeaderFault extends Error {}

/** The longest line that version 1 allows, line end included. */
const MAX_V1_BYTES = 107;
/** Addresses take 36 bytes. The rest is for fields that proxies add, such as the name in a certificate. */
const MAX_V2_BYTES = FIXED_BYTES + 1024;

const V1_START = Buffer.from('PROXY ');

/** Whether these first bytes may be a header. Those of MQTT and TLS never are. */
export function mayBeProxyHeader(bytes: Buffer): boolean {
  return bytes[0] === SIGNATURE[0] || bytes[0] === V1_START[0];
}

/** Parses the header at the beginning of `bytes`. Null when it is incomplete. @throws {ProxyHeaderFault} */
export function parseProxyHeader(bytes: Buffer): ProxyHeader | null {
  if (beginsLike(bytes, V1_START)) return parseV1(bytes);
  if (beginsLike(bytes, SIGNATURE)) return parseV2(bytes);
  throw new ProxyHeaderFault('neither version of the PROXY protocol begins like this');
}

function beginsLike(bytes: Buffer, start: Buffer): boolean {
  const length = Math.min(bytes.length, start.length);
  return bytes.compare(start, 0, length, 0, length) === 0;
}

function parseV1(bytes: Buffer): ProxyHeader | null {
  const end = bytes.subarray(0, MAX_V1_BYTES).indexOf('\r\n');
  if (end < 0 && bytes.length < MAX_V1_BYTES) return null;
  const line = bytes.toString('latin1', 0, Math.max(end, 0));
  const length = end + 2;
  if (line === 'PROXY UNKNOWN' || line.startsWith('PROXY UNKNOWN '))
    return { length, source: null, proof: null };
  const [, family, source = '', destination = ''] =
    /^PROXY TCP([46]) (\S+) (\S+) \d{1,5} \d{1,5}$/.exec(line) ?? [];
  if (!family || isIP(source) !== Number(family) || isIP(destination) !== Number(family))
    throw new ProxyHeaderFault('a line of version 1 that is not well formed');
  return { length, source: normalizeAddress(source), proof: null };
}

function parseV2(bytes: Buffer): ProxyHeader | null {
  if (bytes.length < FIXED_BYTES) return null;
  const command = bytes.readUInt8(12);
  const kind = bytes.readUInt8(13);
  const length = FIXED_BYTES + bytes.readUInt16BE(14);
  if (command !== 0x20 && command !== 0x21) throw new ProxyHeaderFault('an unknown version or command');
  if (length > MAX_V2_BYTES) throw new ProxyHeaderFault(`a header of ${length} bytes`);
  if (bytes.length < length) return null;
  const isLocal = command === 0x20;
  if (isLocal || (kind !== TCP4 && kind !== TCP6)) return { length, source: null, proof: null };
  const addressBytes = kind === TCP4 ? 4 : 16;
  const end = FIXED_BYTES + 2 * (addressBytes + 2);
  if (length < end) throw new ProxyHeaderFault('addresses are missing');
  const source = addressOf(bytes.subarray(FIXED_BYTES, FIXED_BYTES + addressBytes));
  return { length, source, proof: proofIn(bytes.subarray(0, length), end) };
}

function addressOf(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(2 * group).toString(16));
  return normalizeAddress(groups.join(':'));
}

function proofIn(header: Buffer, from: number): ProxyHeader['proof'] {
  for (let at = from; at + 3 <= header.length; at += 3 + header.readUInt16BE(at + 1)) {
    const end = at + 3 + header.readUInt16BE(at + 1);
    if (header[at] !== PROOF_TYPE || end > header.length) continue;
    return {
      of: header.toString('hex', FIXED_BYTES, from),
      signature: header.toString('latin1', at + 3, end),
    };
  }
  return null;
}
