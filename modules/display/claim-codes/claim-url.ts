import type { Config } from '#shared/config.ts';

/** The address in the QR code of a claim page. */
export function claimUrl({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, code: string): string {
  return `${PUBLIC_URL}/claim?code=${code}`;
}
