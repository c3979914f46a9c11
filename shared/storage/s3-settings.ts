import { type Config, ConfigError } from '../config.ts';

export interface S3Settings {
  bucket: string;
  /** Address of a service other than Amazon's; null for Amazon's. */
  endpoint: string | null;
  region: string;
  /** Prefix of every key, without slashes at its ends; may be empty. */
  prefix: string;
  /** The bucket is part of the path instead of the host name, as most services other than Amazon's require. */
  pathStyle: boolean;
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
}

export type StorageConfig = Pick<Config, 'STORAGE_URL'> &
  Partial<Pick<Config, 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN' | 'AWS_REGION'>>;

/**
 * `s3://bucket/prefix?endpoint=https://…&region=…&pathStyle=on`. Without keys in the settings, the AWS client
 * finds credentials itself (the role of a machine or container).
 * @throws {ConfigError}
 */
export function s3Settings(config: StorageConfig): S3Settings {
  const url = new URL(config.STORAGE_URL);
  const known = new Set(['endpoint', 'region', 'pathStyle']);
  const unknown = [...url.searchParams.keys()].filter((name) => !known.has(name));
  const mistakes: string[] = [];
  if (!url.hostname) mistakes.push('STORAGE_URL: names no bucket; write s3://bucket?endpoint=https://…');
  if (url.username)
    mistakes.push('STORAGE_URL: takes no keys; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  if (unknown.length > 0) {
    mistakes.push(`STORAGE_URL: does not know ${unknown.join(', ')}; only endpoint, region and pathStyle.`);
  }
  if (!config.AWS_ACCESS_KEY_ID !== !config.AWS_SECRET_ACCESS_KEY)
    mistakes.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: set both, or none.');
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  const endpoint = url.searchParams.get('endpoint');
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = config;
  return {
    bucket: url.hostname,
    endpoint,
    region: url.searchParams.get('region') ?? config.AWS_REGION ?? 'us-east-1',
    prefix: url.pathname.replace(/^\/+|\/+$/g, ''),
    pathStyle: (url.searchParams.get('pathStyle') ?? (endpoint ? 'on' : 'off')) === 'on',
    ...(accessKeyId &&
      secretAccessKey && {
        credentials: { accessKeyId, secretAccessKey, sessionToken: config.AWS_SESSION_TOKEN },
      }),
  };
}
