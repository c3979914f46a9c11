import { isIPv4 } from 'node:net';
import { ipv6Groups } from '../addresses.ts';
import { FIXED_BYTES, PROOF_TYPE, SIGNATURE, TCP4, TCP6 } from './header.ts';

/**
 * A header of version 2 that names the client of a forwarded connection. Ports and destination are 0, because they are
 * not used. The header includes the result of `sign`, which proves that this installation wrote it.
 */
export function writeProxyHeader(source: string, sign: (text: string) => string): Buffer {
  const from = isIPv4(source) ? Buffer.from(source.split('.').map(Number)) : ipv6Bytes(source);
  const addresses = Buffer.alloc(2 * (from.length + 2));
  from.copy(addresses);
  const signature = Buffer.from(sign(addresses.toString('hex')), 'latin1');
  const proof = Buffer.alloc(3);
  proof.writeUInt8(PROOF_TYPE, 0);
  proof.writeUInt16BE(signature.length, 1);
  const fixed = Buffer.alloc(FIXED_BYTES);
  SIGNATURE.copy(fixed);
  fixed.writeUInt8(0x21, 12);
  fixed.writeUInt8(from.length === 4 ? TCP4 : TCP6, 13);
  fixed.writeUInt16BE(addresses.length + proof.length + signature.length, 14);
  return Buffer.concat([fixed, addresses, proof, signature]);
}

function ipv6Bytes(address: string): Buffer {
  return Buffer.from(ipv6Groups(address).flatMap((group) => [group >> 8, group & 255]));
}
