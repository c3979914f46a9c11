import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { z } from 'zod';
import { brand } from './brand.ts';
import { settings } from './settings.ts';

export type Settings = z.output<typeof settings>;

/** The validated settings, with defaults that depend on other settings or on the machine. */
export interface Config
  extends Omit<
    Settings,
    | 'PUBLIC_URL'
    | 'MQTT_PUBLIC_URL'
    | 'MQTT_PLAIN_HOST'
    | 'MQTT_GATEWAY_URL'
    | 'STORAGE_URL'
    | 'DATABASE_URL'
    | 'PLACARD_SECRET'
    | 'BILLING_RETURN_URL'
  > {
  PUBLIC_URL: string;
  BILLING_RETURN_URL: string;
  MQTT_PUBLIC_URL: string;
  MQTT_PLAIN_HOST: string;
  MQTT_GATEWAY_URL: string;
  STORAGE_URL: string;
  DATABASE_URL: string;
  PLACARD_SECRET: string;
}

/** Invalid settings. `message` lists every mistake on a line of its own, with its remedy. */
export class ConfigError extends Error {
  /** Each begins with the name of the setting and a colon. */
  readonly mistakes: string[];

  constructor(mistakes: string[]) {
    super(
      `${brand.name} cannot start with these settings:\n${mistakes.map((line) => `  - ${line}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

type Environment = Record<string, string | undefined>;

/** `.env` in the working folder, overridden by the process environment. Empty values count as not set. */
export function readEnvironment(folder = process.cwd()): Environment {
  let fromFile: Environment = {};
  try {
    fromFile = parseEnv(readFileSync(join(folder, '.env'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return { ...fromFile, ...process.env };
}

/** @throws {ConfigError} naming every wrong setting. */
export function parseSettings(environment: Environment): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const result = settings.safeParse(given);
  if (result.success) return { ...result.data, DATA_DIR: resolve(result.data.DATA_DIR) };
  throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
}

/**
 * Settings of a serving process. DATABASE_URL and PLACARD_SECRET must be set, as the box sets them.
 * @throws {ConfigError}
 */
export function loadConfig(environment: Environment = readEnvironment()): Config {
  return completeConfig(parseSettings(environment));
}

export function completeConfig(parsed: Settings): Config {
  const mistakes: string[] = [];
  if (!parsed.DATABASE_URL) {
    mistakes.push(
      'DATABASE_URL: is not set. `make run` starts a Postgres of its own; a process started alone needs the address of one.',
    );
  }
  if (!parsed.PLACARD_SECRET) {
    mistakes.push(
      'PLACARD_SECRET: is not set. `make run` makes one in DATA_DIR; processes started alone must share the same one.',
    );
  }
  mistakes.push(...missingForStripe(parsed));
  mistakes.push(...tlsMistakes(parsed));
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  const plainHost = parsed.MQTT_PLAIN_HOST ?? parsed.MQTT_HOST;
  const host = lanAddress();
  const publicUrl = parsed.PUBLIC_URL ?? `http://${host}:${parsed.HTTP_PORT}`;
  return {
    ...parsed,
    DATABASE_URL: parsed.DATABASE_URL ?? '',
    PLACARD_SECRET: parsed.PLACARD_SECRET ?? '',
    STORAGE_URL: parsed.STORAGE_URL ?? `file:${join(parsed.DATA_DIR, 'objects')}`,
    PUBLIC_URL: publicUrl,
    BILLING_RETURN_URL: parsed.BILLING_RETURN_URL ?? `${publicUrl}/settings/plan`,
    MQTT_PUBLIC_URL: parsed.MQTT_PUBLIC_URL ?? publicMqtt(parsed, publicHost(parsed, host)),
    MQTT_PLAIN_HOST: plainHost,
    MQTT_GATEWAY_URL: parsed.MQTT_GATEWAY_URL ?? `mqtt://${reachableHost(plainHost)}:${parsed.MQTT_PORT}`,
  };
}

/** Names in the environment that look like settings of Placard and are none: most likely misspelt. */
export function unknownSettings(environment: Environment): string[] {
  const known = new Set(Object.keys(settings.shape));
  const prefixes =
    /^(PLACARD|MQTT|HTTP|STORAGE|DISPLAY|RATE|APPLE|GOOGLE|STRIPE|OAUTH|SESSION|REFRESH|ACCESS|LLM|BILLING|PLANS)_/;
  const notOurs = /^(HTTP_PROXY|HTTPS_PROXY|GOOGLE_APPLICATION_CREDENTIALS)$/;
  return Object.keys(environment).filter(
    (key) => prefixes.test(key) && !known.has(key) && !notOurs.test(key),
  );
}

/** Stripe's prices are needed unless PLANS_FILE is set, which may name them: that is checked where it is read. */
function missingForStripe(parsed: Settings): string[] {
  if (parsed.BILLING !== 'stripe') return [];
  const needed = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
  const prices = ['STRIPE_PRICE_PRO_MONTH', 'STRIPE_PRICE_PRO_YEAR'] as const;
  return [...needed, ...(parsed.PLANS_FILE ? [] : prices)]
    .filter((name) => parsed[name] === undefined)
    .map((name) => `${name}: is not set, and BILLING=stripe needs it.`);
}

function tlsMistakes({ MQTT_TLS_KEY, MQTT_TLS_CERT, MQTT_TLS_CLIENT_CA }: Settings): string[] {
  if (MQTT_TLS_KEY && MQTT_TLS_CERT) return [];
  const needed = 'is not set. MQTT over TLS needs MQTT_TLS_KEY and MQTT_TLS_CERT.';
  if (MQTT_TLS_KEY) return [`MQTT_TLS_CERT: ${needed}`];
  if (MQTT_TLS_CERT) return [`MQTT_TLS_KEY: ${needed}`];
  return MQTT_TLS_CLIENT_CA
    ? ['MQTT_TLS_CLIENT_CA: client certificates need MQTT_TLS_KEY and MQTT_TLS_CERT.']
    : [];
}

function publicMqtt({ MQTT_TLS_KEY, MQTT_TLS_PORT, MQTT_PORT }: Settings, host: string): string {
  return MQTT_TLS_KEY ? `mqtts://${host}:${MQTT_TLS_PORT}` : `mqtt://${host}:${MQTT_PORT}`;
}

/** The address at which a program on this machine reaches a server that listens on `host`. */
export function reachableHost(host: string): string {
  const address = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return isIPv6(address) ? `[${address}]` : address;
}

function publicHost(parsed: Settings, fallback: string): string {
  return parsed.PUBLIC_URL ? new URL(parsed.PUBLIC_URL).hostname : fallback;
}

/** The first IPv4 address that other machines can reach, or else the loopback address. */
function lanAddress(): string {
  const candidates = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return candidates.find((address) => address.family === 'IPv4' && !address.internal)?.address ?? '127.0.0.1';
}
