import { type StorageConfig, s3Settings } from './s3-settings.ts';

/** Origins, other than that of this installation, of signed addresses and upload tickets. */
export function storageOrigins(config: StorageConfig): string[] {
  if (!config.STORAGE_URL.startsWith('s3:')) return [];
  const { bucket, endpoint, region, pathStyle } = s3Settings(config);
  const { protocol, host } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  return [`${protocol}//${pathStyle ? '' : `${bucket}.`}${host}`];
}
