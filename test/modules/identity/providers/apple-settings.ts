import { generateKeyPairSync } from 'node:crypto';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** The key that checks our client secrets. */
export const appleTeamKey = publicKey;

export function appleSettings(issuer: string): Record<string, string> {
  return {
    APPLE_ISSUER: issuer,
    APPLE_CLIENT_ID: 'com.example.web',
    APPLE_BUNDLE_ID: 'com.example.app',
    APPLE_TEAM_ID: 'TEAM123456',
    APPLE_KEY_ID: 'KEY1234567',
    // As it is written into a .env file.
    APPLE_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', '\\n'),
  };
}
