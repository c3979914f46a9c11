import type { KeyObject } from 'node:crypto';
import { ClientSecretPost, ResponseBodyError, tokenRevocation } from 'openid-client';
import { type Config, ConfigError } from '#shared/config.ts';
import type { Log } from '#shared/log.ts';
import { appleClientAuth, readApplePrivateKey } from './apple-secret.ts';
import { createNativeApple } from './native-apple.ts';
import { createOidcClient } from './oidc-client.ts';
import { type NativeApple, type ProviderName, type RedirectProvider, SignInRefused } from './provider.ts';
import { createRedirectProvider } from './redirect-provider.ts';

export interface Providers {
  /** Null for a provider that is not configured. */
  redirect: Record<ProviderName, RedirectProvider | null>;
  native: NativeApple | null;
  /** Null when Apple is not configured. @throws when Apple does not revoke the token */
  revokeApple: ((clientId: string, refreshToken: string) => Promise<void>) | null;
}

/** The identity providers that the settings configure. @throws {ConfigError} for incomplete settings */
export function createProviders({ config, log }: { config: Config; log: Log }): Providers {
  checkSettings(config);
  const auth = appleAuth(config);
  return {
    redirect: { google: googleProvider(config), apple: auth && appleProvider(config, auth) },
    native: config.APPLE_BUNDLE_ID
      ? createNativeApple({ issuer: config.APPLE_ISSUER, bundleId: config.APPLE_BUNDLE_ID, auth, log })
      : null,
    revokeApple: auth && ((clientId, token) => revokeApple(config.APPLE_ISSUER, auth, clientId, token)),
  };
}

function googleProvider(config: Config): RedirectProvider | null {
  if (!config.GOOGLE_CLIENT_ID || !config.GOOGLE_CLIENT_SECRET) return null;
  return createRedirectProvider({
    name: 'google',
    issuer: config.GOOGLE_ISSUER,
    clientId: config.GOOGLE_CLIENT_ID,
    auth: ClientSecretPost(config.GOOGLE_CLIENT_SECRET),
    callbackUrl: `${config.PUBLIC_URL}/auth/oauth/google/callback`,
    scope: 'openid email profile',
    responseMode: 'query',
    keepsGrant: false,
  });
}

function appleProvider(
  config: Config,
  auth: NonNullable<ReturnType<typeof appleAuth>>,
): RedirectProvider | null {
  if (!config.APPLE_CLIENT_ID) return null;
  return createRedirectProvider({
    name: 'apple',
    issuer: config.APPLE_ISSUER,
    clientId: config.APPLE_CLIENT_ID,
    auth,
    callbackUrl: `${config.PUBLIC_URL}/auth/oauth/apple/callback`,
    scope: 'openid name email',
    responseMode: 'form_post', // Apple requires it for name and address
    keepsGrant: true,
  });
}

function appleAuth(config: Config) {
  const { APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY: pem } = config;
  if (!teamId || !keyId || !pem) return null;
  return appleClientAuth({ issuer: config.APPLE_ISSUER, teamId, keyId, privateKey: readKey(pem) });
}

function readKey(pem: string): KeyObject {
  try {
    return readApplePrivateKey(pem);
  } catch {
    throw new ConfigError(['APPLE_PRIVATE_KEY: must be the PKCS #8 PEM key from Apple, on the curve P-256.']);
  }
}

async function revokeApple(
  issuer: string,
  auth: NonNullable<ReturnType<typeof appleAuth>>,
  clientId: string,
  refreshToken: string,
): Promise<void> {
  const client = createOidcClient({ issuer, clientId, auth });
  try {
    await client((configuration) =>
      tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' }),
    );
  } catch (error) {
    if (!isRevoked(error)) throw error;
  }
}

/** Whether Apple's error means that the token is revoked already. */
function isRevoked(error: unknown): boolean {
  const cause = error instanceof SignInRefused ? error.cause : null;
  return cause instanceof ResponseBodyError && ['invalid_grant', 'invalid_token'].includes(cause.error);
}

const SETTINGS_GROUPS = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
] as const;

function checkSettings(config: Config): void {
  const mistakes = SETTINGS_GROUPS.flatMap((names) => {
    const present = names.filter((name) => config[name]);
    const missing = names.filter((name) => !config[name]);
    return present.length > 0 ? missing.map((name) => `${name}: is not set, but ${present[0]} is.`) : [];
  });
  if (config.APPLE_CLIENT_ID && !config.APPLE_TEAM_ID)
    mistakes.push('APPLE_TEAM_ID: is not set, but APPLE_CLIENT_ID is.');
  if (mistakes.length > 0) throw new ConfigError(mistakes);
}
