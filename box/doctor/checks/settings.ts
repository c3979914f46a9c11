import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { unknownSettings } from '#shared/config.ts';
import { settings } from '#shared/settings.ts';
import { type Check, ok, warning } from '../check.ts';

const unknownCheck: Check = {
  name: 'unknown-settings',
  means: 'No name in `.env` or the environment looks like a setting and is none.',
  run({ environment, folder }) {
    const names = new Set([...unknownSettings(environment), ...unknownInFile(folder)]);
    if (names.size === 0) return ok('Every name is known.');
    return warning(
      `Placard does not know ${[...names].join(', ')}, which therefore has no effect.`,
      'Correct the name, or remove it: docs/settings.md lists every setting.',
    );
  },
};

/** Every name in `.env` is meant as a setting, whatever it begins with. */
function unknownInFile(folder: string): string[] {
  try {
    const names = Object.keys(parseEnv(readFileSync(join(folder, '.env'), 'utf8')));
    return names.filter((name) => !(name in settings.shape) && !name.startsWith('AWS_'));
  } catch {
    return []; // there is none
  }
}

const proxyCheck: Check = {
  name: 'trust-proxy',
  means:
    'No proxy stands in front unless TRUST_PROXY says so: else all callers share the limits of its address.',
  async run({ metrics, config }) {
    const seen = (await metrics())?.get('placard_http_untrusted_forwards_total') ?? 0;
    if (seen === 0) return ok(`TRUST_PROXY=${config.TRUST_PROXY}, and nothing speaks against it.`);
    return warning(
      `${seen} requests came with X-Forwarded-For since the start, and TRUST_PROXY is 0: all callers count as one address.`,
      'Set TRUST_PROXY to the number of proxies in front.',
    );
  },
};

export const settingsChecks = [unknownCheck, proxyCheck];
