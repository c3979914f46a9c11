import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { reachableHost } from '#shared/config.ts';
import { DAY_MS } from '#shared/wall-time.ts';
import { CONNECTION, IS_ABSENT } from '../absent-panels.ts';
import {
  type Check,
  countNoun,
  databaseCheck,
  failure,
  ok,
  type Result,
  skipped,
  warning,
} from '../check.ts';
import type { Identification } from '../identify.ts';
import { isSecretOfDatabase } from '../is-secret-of-database.ts';
import type { Probes } from '../probes.ts';

const CERTIFICATE_WARNING_DAYS = 21;

const UNKNOWN = skipped(
  'An installation is recognised by its secret, and this secret does not fit its database.',
);

async function hasWrongSecret({ db, keys }: Probes): Promise<boolean> {
  return db !== null && keys !== null && (await isSecretOfDatabase(db, keys)) === false;
}

/** A port on which a process of this machine listens, or will. */
function portCheck(
  name: string,
  means: string,
  setting: 'HTTP_PORT' | 'MQTT_PORT',
  process: 'api' | 'gateway',
): Check {
  return {
    name,
    means,
    async run(probes) {
      const { config, keys, network, processes, isEmbedded } = probes;
      if (setting === 'MQTT_PORT' && config.MQTT_BROKER_URL)
        return skipped('Panels connect to MQTT_BROKER_URL.');
      const port = config[setting];
      const host = reachableHost(setting === 'HTTP_PORT' ? config.HTTP_HOST : config.MQTT_PLAIN_HOST);
      if (!(await network.isTaken(host, port))) {
        if (!processes.includes(process)) return ok(`Port ${port} is free.`);
        if (!isEmbedded)
          return skipped(`Nothing listens on port ${port} here; the ${process} runs elsewhere.`);
        return failure(
          `The ${process} does not listen on port ${port} of ${host}.`,
          `Look for its errors in the log, then start Placard again; check ${setting}.`,
        );
      }
      const answer = keys
        ? await (setting === 'HTTP_PORT'
            ? network.identifyHttp(`http://${host}:${port}`, keys)
            : network.identifyMqtt(`mqtt://${host}:${port}`, keys))
        : null;
      if (answer?.kind === 'ours') return ok(`This installation responds on port ${port}.`);
      if (await hasWrongSecret(probes)) return UNKNOWN;
      const holder = network.portHolder(port);
      return failure(
        `Port ${port} is held by ${holder ? `\`${holder.command}\` (pid ${holder.pid})` : 'another program'}, which is not this installation.`,
        `End that program, or choose another port with ${setting}.`,
      );
    },
  };
}

/** A public address, which panels and browsers use. */
function addressCheck(
  name: string,
  means: string,
  setting: 'PUBLIC_URL' | 'MQTT_PUBLIC_URL',
  ask: (probes: Probes, keys: NonNullable<Probes['keys']>) => Promise<Identification>,
): Check {
  return {
    name,
    means,
    async run(probes) {
      const { config, keys, processes, environment } = probes;
      if (!keys || processes.length === 0) return skipped('Placard is not running.');
      const url = config[setting];
      if (setting === 'MQTT_PUBLIC_URL' && config.MQTT_BROKER_URL)
        return skipped('Panels connect to a broker of yours.');
      const answer = await ask(probes, keys);
      if (answer.kind === 'ours') return warnOfLoopback(url, environment[setting]);
      if (!('reason' in answer) && (await hasWrongSecret(probes))) return UNKNOWN;
      if (!('reason' in answer))
        return failure(
          `${url} is answered by something that is not this installation.`,
          `Correct ${setting}, or what the name or the proxy leads to.`,
        );
      return failure(
        `${url} cannot be reached from here: ${answer.reason}.`,
        `Correct ${setting}, or open the way to it: name, firewall, proxy. Panels and browsers use this address.`,
      );
    },
  };
}

/** Warns about an address that only this machine can reach. */
function warnOfLoopback(url: string, setting: string | undefined): Result {
  const { hostname } = new URL(url);
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    return ok(`This installation responds at ${url}.`);
  return warning(
    `${url} is reached from this machine alone.`,
    setting
      ? 'Set the address under which panels reach this machine.'
      : 'Connect the machine to a network, or set PUBLIC_URL.',
  );
}

const panelAddressCheck = databaseCheck(
  'told-addresses',
  'Every panel has the present MQTT address: panels keep the one that they got at enrolment.',
  async (db, { config }) => {
    const { rows } = await db.query<{ url: string; panels: number; example: string }>(
      `select d.told_mqtt_url as url, count(*)::integer as panels, min(coalesce(d.nickname, d.thing_name)) as example
       from display.devices d ${CONNECTION}
       where d.told_mqtt_url <> $1 and d.user_id is not null and ${IS_ABSENT}
       group by d.told_mqtt_url order by 2 desc limit 1`,
      [config.MQTT_PUBLIC_URL],
    );
    const [row] = rows;
    if (!row) return ok(`No absent panel has another address than ${config.MQTT_PUBLIC_URL}.`);
    return warning(
      `${countNoun(row.panels, 'absent panel')} (${row.example}) ${row.panels === 1 ? 'has' : 'have'} the address ${row.url}, which is not ${config.MQTT_PUBLIC_URL}.`,
      'Make the old address lead here (MQTT_PUBLIC_URL, or its name in DNS), or let the panels enrol again.',
    );
  },
);

const certificateCheck: Check = {
  name: 'certificates',
  means: 'The certificates of PUBLIC_URL and of MQTT are valid for three weeks and more.',
  async run({ config, clock, network }) {
    const ends: [of: string, Date][] = [];
    try {
      if (config.MQTT_TLS_CERT) ends.push([config.MQTT_TLS_CERT, endOf(config.MQTT_TLS_CERT)]);
    } catch (error) {
      return failure(
        `${config.MQTT_TLS_CERT} cannot be read: ${(error as Error).message}.`,
        'Put a certificate in PEM there, with its chain.',
      );
    }
    const served = await network.certificateEnd(config.PUBLIC_URL);
    if (served) ends.push([config.PUBLIC_URL, served]);
    if (ends.length === 0) return skipped('There are no certificates.');
    const remedy =
      'Renew it, and see why certbot, Caddy or Traefik did not. Placard notices renewed files by itself.';
    for (const [of, end] of ends) {
      const days = Math.floor((end.getTime() - clock.now().getTime()) / DAY_MS);
      if (days < 0)
        return failure(`The certificate of ${of} ended on ${end.toISOString().slice(0, 10)}.`, remedy);
      if (days < CERTIFICATE_WARNING_DAYS)
        return warning(`The certificate of ${of} ends in ${countNoun(days, 'day')}.`, remedy);
    }
    return ok(ends.map(([of, end]) => `${of}: until ${end.toISOString().slice(0, 10)}`).join(', '));
  },
};

function endOf(file: string): Date {
  return new Date(new X509Certificate(readFileSync(file)).validTo);
}

export const addressChecks = [
  portCheck('http-port', 'HTTP_PORT is free, or held by this installation.', 'HTTP_PORT', 'api'),
  portCheck('mqtt-port', 'MQTT_PORT is free, or held by this installation.', 'MQTT_PORT', 'gateway'),
  addressCheck(
    'public-url',
    'PUBLIC_URL is reached from here, and this installation responds there.',
    'PUBLIC_URL',
    ({ network, config }, keys) => network.identifyHttp(config.PUBLIC_URL, keys),
  ),
  addressCheck(
    'mqtt-public-url',
    'MQTT_PUBLIC_URL is reached from here, and this installation responds there.',
    'MQTT_PUBLIC_URL',
    ({ network, config }, keys) => network.identifyMqtt(config.MQTT_PUBLIC_URL, keys),
  ),
  panelAddressCheck,
  certificateCheck,
];
