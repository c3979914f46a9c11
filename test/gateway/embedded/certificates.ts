import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A key with its certificate, PEM. */
export interface Identity {
  name: string;
  key: string;
  cert: string;
  privateKey: KeyObject;
}

export interface CertificateOptions {
  /** Who signs it; itself when left out, which makes it an authority. */
  issuer?: Identity;
  /** Days from now until it ends. */
  days?: number;
}

const ECDSA_WITH_SHA256 = '06082a8648ce3d040302';
const COMMON_NAME = '0603550403';
const SUBJECT_ALT_NAME = '0603551d11';
const BASIC_CONSTRAINTS = '0603551d13';

/** A certificate for `name` (and localhost and 127.0.0.1) on P-256: X.509 as far as tests need it (RFC 5280). */
export function createCertificate(name: string, { issuer, days = 30 }: CertificateOptions = {}): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(Buffer.from(ECDSA_WITH_SHA256, 'hex'));
  const now = Date.now();
  const alternatives = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const content = sequence(
    der(0xa0, integer(2)), // version 3
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguishedName(issuer?.name ?? name),
    sequence(time(now - 86_400_000 * 2), time(now + 86_400_000 * days)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        issuer
          ? extension(SUBJECT_ALT_NAME, alternatives)
          : extension(BASIC_CONSTRAINTS, sequence(der(0x01, Buffer.from([0xff])))),
      ),
    ),
  );
  const signature = sign('sha256', content, issuer?.privateKey ?? privateKey);
  const certificate = sequence(content, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    name,
    privateKey,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  // The shortest form, which browsers insist on.
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  const header = length < 0x80 ? [tag, length] : [tag, ...long];
  return Buffer.concat([Buffer.from(header), body]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]));
}

function distinguishedName(commonName: string): Buffer {
  const attribute = sequence(Buffer.from(COMMON_NAME, 'hex'), der(0x0c, Buffer.from(commonName)));
  return sequence(der(0x31, attribute));
}

function time(at: number): Buffer {
  const [date = '', clock = ''] = new Date(at).toISOString().split('T');
  return der(0x18, Buffer.from(`${date.replaceAll('-', '')}${clock.slice(0, 8).replaceAll(':', '')}Z`));
}

function extension(oid: string, value: Buffer): Buffer {
  return sequence(Buffer.from(oid, 'hex'), der(0x04, value));
}
