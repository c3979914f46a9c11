import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Config } from '#shared/config.ts';
import { StartError } from '#shared/process.ts';

export type TlsSettings = Pick<Config, 'MQTT_TLS_KEY' | 'MQTT_TLS_CERT' | 'MQTT_TLS_CLIENT_CA'>;

/** PEM texts that were checked to belong together. */
export interface TlsFiles {
  key: string;
  cert: string;
  ca?: string;
}

/** @throws {StartError} that names the file that is missing or invalid, and the reason */
export async function readTlsFiles(settings: TlsSettings): Promise<TlsFiles> {
  const key = await read(settings, 'MQTT_TLS_KEY');
  const cert = await read(settings, 'MQTT_TLS_CERT');
  const privateKey = attempt(settings, 'MQTT_TLS_KEY', 'holds no private key without a passphrase', () =>
    createPrivateKey(key),
  );
  const certificate = attempt(
    settings,
    'MQTT_TLS_CERT',
    'holds no certificate',
    () => new X509Certificate(cert),
  );
  if (!certificate.checkPrivateKey(privateKey))
    throw fault(settings, 'MQTT_TLS_CERT', 'holds a certificate for another key than MQTT_TLS_KEY');
  attempt(settings, 'MQTT_TLS_CERT', 'cannot be used', () => createSecureContext({ key, cert }));
  if (!settings.MQTT_TLS_CLIENT_CA) return { key, cert };
  const ca = await read(settings, 'MQTT_TLS_CLIENT_CA');
  attempt(settings, 'MQTT_TLS_CLIENT_CA', 'holds no certificate', () => new X509Certificate(ca));
  return { key, cert, ca };
}

/** When the certificate stops being valid. */
export function expiryOf({ cert }: TlsFiles): Date {
  return new X509Certificate(cert).validToDate;
}

async function read(settings: TlsSettings, name: keyof TlsSettings): Promise<string> {
  try {
    return await readFile(settings[name] ?? '', 'utf8');
  } catch (error) {
    throw fault(settings, name, `cannot be read (${(error as NodeJS.ErrnoException).code})`, error);
  }
}

function attempt<T>(settings: TlsSettings, name: keyof TlsSettings, what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fault(settings, name, `${what} (${(error as Error).message})`, error);
  }
}

function fault(settings: TlsSettings, name: keyof TlsSettings, what: string, cause?: unknown): StartError {
  return new StartError(`${name}: ${settings[name]} ${what}.`, { cause });
}
