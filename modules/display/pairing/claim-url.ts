import type { Config } from '#shared/config.ts';

/** The page that a claim code's QR leads to. */
export function claimUrl({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, code: string): string {
  return `${PUBLIC_URL}/claim?code=${code}`;
}
