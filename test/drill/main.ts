import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '#test/support/free-port.ts';
import { standInSettings, startStripeStandIn } from '#test/support/stripe-stand-in.ts';
import { runCommand, type Settings, startBox } from './box.ts';
import { count } from './count.ts';
import { fill } from './fill.ts';
import { DRILL_PLANS } from './plans.ts';

/**
 * `make drill [CONTENTS=10000]`: a box is filled, backed up and destroyed, and must be there again in another folder and on
 * other ports. Exits with 1 when anything is missing.
 */
const { positionals } = parseArgs({ allowPositionals: true });
const [contents = 1_000, panels = 20, people = 5] = positionals.map(Number);
const folder = await mkdtemp(join(tmpdir(), 'placard-drill-'));
const begun = performance.now();
let last = begun;
const say = (what: string) => {
  const now = performance.now();
  console.log(`${what.padEnd(60)} ${((now - last) / 1000).toFixed(1).padStart(6)} s`);
  last = now;
};

const standIn = await startStripeStandIn({ retryMs: 200 });
const PLANS_FILE = join(folder, 'plans.json');
await writeFile(PLANS_FILE, JSON.stringify(DRILL_PLANS));

async function place(name: string) {
  const [http, mqtt] = [await freePort(), await freePort()];
  const [url, mqttUrl] = [`http://127.0.0.1:${http}`, `mqtt://127.0.0.1:${mqtt}`];
  const settings: Settings = {
    ...{ DATA_DIR: join(folder, name), HTTP_PORT: String(http), MQTT_PORT: String(mqtt) },
    ...{ HTTP_HOST: '127.0.0.1', MQTT_HOST: '127.0.0.1', PUBLIC_URL: url, MQTT_PUBLIC_URL: mqttUrl },
    ...{ LOG_LEVEL: 'error', RATE_LIMITS: 'off', DISPLAY_MIN_DWELL_SECONDS: '3600', PLANS_FILE },
    ...standInSettings(standIn.url),
  };
  standIn.webhooks.options.url = `${url}/billing/webhook/stripe`;
  return { url, mqttUrl, settings };
}

let missing = 0;
try {
  const first = await place('first');
  const box = await startBox(first.settings);
  say('a box started');
  const inventory = await fill(first.url, { people, panels, contents });
  say(`filled: ${people} accounts, ${panels} panels, ${contents} notes, a subscription`);
  const repository = join(folder, 'repository');
  await runCommand('backup', { ...first.settings, TO: repository });
  say('backed up while it ran');
  await box.stop();
  await rm(join(folder, 'first'), { recursive: true });
  say('stopped, and its data folder destroyed');
  const second = await place('second');
  await runCommand('restore', { ...second.settings, FROM: repository });
  say('restored into another folder');
  const restored = await startBox(second.settings);
  say('started there, on other ports');
  const counts = await count(second.url, second.mqttUrl, inventory);
  say('looked for everything');
  for (const { what, found, of } of counts) {
    console.log(`${found === of ? 'ok     ' : 'MISSING'} ${found} of ${of} ${what}`);
    missing += of - found;
  }
  await restored.stop();
} finally {
  await standIn.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
console.log(
  `${missing === 0 ? 'Everything is there' : `${missing} are missing`}, after ${((performance.now() - begun) / 1000).toFixed(0)} s.`,
);
process.exit(missing === 0 ? 0 : 1);
