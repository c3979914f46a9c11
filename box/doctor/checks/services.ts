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
import type { Probes } from '../probes.ts';
import { RESPONSE_TIMEOUT_MS } from '../response-timeout.ts';

interface HttpResult {
  status: number;
  headers: Headers;
  text: string;
}

/** Status 0 and the reason when the service does not respond. */
async function ask(url: string, init: RequestInit = {}): Promise<HttpResult | { status: 0; reason: string }> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const { cause, message } = error as { cause?: Error; message: string };
    return { status: 0, reason: cause?.message || message };
  }
}

/** Sends a request with a key. Returns a failure when the service does not respond, refuses the key or fails. */
async function askService(
  service: string,
  url: string,
  key: { value: string | undefined; setting: string; name: string },
): Promise<Result | HttpResult> {
  const answer = await ask(url, key.value ? { headers: { Authorization: `Bearer ${key.value}` } } : {});
  if ('reason' in answer)
    return failure(
      `${service} at ${url} does not respond: ${answer.reason}.`,
      `Check ${key.setting}, and that this machine may reach it.`,
    );
  if (answer.status === 401 || answer.status === 403)
    return failure(
      `${service} refuses the key of ${key.name} (${answer.status}).`,
      `Set a good key in ${key.name}.`,
    );
  if (answer.status >= 500)
    return failure(
      `${service} at ${url} responds with ${answer.status}.`,
      'Try again later; if it stays, see what its operator says.',
    );
  return answer;
}

const isResult = (answer: Result | HttpResult): answer is Result => 'says' in answer;

const corsCheck: Check = {
  name: 's3-cors',
  means: 'The bucket lets the portal upload from its own address.',
  async run({ config, store, clock }) {
    if (!config.STORAGE_URL.startsWith('s3:') || !store) return skipped('Objects are not in S3.');
    const { url } = await store.uploadTarget({
      stagingKey: 'staging/00000000-0000-7000-8000-000000000000/00000000-0000-7000-8000-000000000000/0',
      contentType: 'image/png',
      sizeBytes: 1,
      expiresAt: new Date(clock.now().getTime() + 60_000),
    });
    const origin = new URL(config.PUBLIC_URL).origin;
    const answer = await ask(url, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    });
    if ('reason' in answer)
      return failure(`The bucket at ${url} does not respond: ${answer.reason}.`, 'Check STORAGE_URL.');
    const allowed = answer.headers.get('access-control-allow-origin');
    if (allowed === '*' || allowed === origin) return ok(`The bucket allows ${origin}.`);
    return failure(
      `The bucket does not allow browsers at ${origin} to upload: the portal cannot send pictures.`,
      `Allow that origin with GET and POST in the CORS rules of the bucket (\`aws s3api put-bucket-cors\`).`,
    );
  },
};

const modelCheck: Check = {
  name: 'language-model',
  means: 'The language model responds, takes the key and has the model.',
  async run({ config: { LLM_BASE_URL, LLM_API_KEY, LLM_MODEL } }) {
    if (!LLM_BASE_URL) return skipped('No language model is set: pages are chosen by rules.');
    const url = `${LLM_BASE_URL.replace(/\/$/, '')}/models`;
    const key = { value: LLM_API_KEY, setting: 'LLM_BASE_URL', name: 'LLM_API_KEY' };
    const answer = await askService('The language model', url, key);
    if (isResult(answer)) return answer;
    if (answer.status !== 200) return ok(`It responds; it does not list its models (${answer.status}).`);
    if (!LLM_MODEL || answer.text.includes(JSON.stringify(LLM_MODEL)))
      return ok('The language model responds.');
    return warning(
      `The server of LLM_BASE_URL does not list the model ${LLM_MODEL}.`,
      'Set LLM_MODEL to one that it has, or load that one there.',
    );
  },
};

const stripeCheck: Check = {
  name: 'stripe',
  means: 'Stripe responds and takes the key.',
  async run({ config: { BILLING, STRIPE_API_BASE, STRIPE_SECRET_KEY } }) {
    if (BILLING !== 'stripe') return skipped('BILLING is off.');
    const key = { value: STRIPE_SECRET_KEY, setting: 'STRIPE_API_BASE', name: 'STRIPE_SECRET_KEY' };
    const answer = await askService('Stripe', `${STRIPE_API_BASE}/v1/prices?limit=1`, key);
    return isResult(answer) ? answer : ok('Stripe responds.');
  },
};

const providersCheck: Check = {
  name: 'providers',
  means: 'The sign-in of Google and Apple responds, where it is set up.',
  async run({ config }) {
    const issuers = [
      ...(config.GOOGLE_CLIENT_ID ? [config.GOOGLE_ISSUER] : []),
      ...(config.APPLE_CLIENT_ID || config.APPLE_BUNDLE_ID ? [config.APPLE_ISSUER] : []),
    ];
    if (issuers.length === 0) return skipped('No provider is set up.');
    for (const issuer of issuers) {
      const answer = await ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
      if (answer.status === 200) continue;
      const reason = 'reason' in answer ? answer.reason : `it responds with ${answer.status}`;
      return failure(
        `${issuer} cannot be used to sign in: ${reason}.`,
        'Let this machine reach it, or take its client id out of the settings.',
      );
    }
    return ok(`${issuers.join(' and ')} respond.`);
  },
};

const brokerCheck: Check = {
  name: 'mqtt-broker',
  means: 'The broker of MQTT_BROKER_URL accepts connections.',
  async run({ config, network }: Probes) {
    if (!config.MQTT_BROKER_URL) return skipped('Panels connect to the gateway itself.');
    const { hostname, port, protocol } = new URL(config.MQTT_BROKER_URL);
    const defaultPorts: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883, 'ws:': 80, 'wss:': 443 };
    if (await network.isTaken(hostname, Number(port) || (defaultPorts[protocol] ?? 1883)))
      return ok('The broker accepts connections.');
    return failure(
      `The broker at ${hostname} does not accept connections: no panel can be reached.`,
      'Start it, and check MQTT_BROKER_URL and the firewall between.',
    );
  },
};

/** Receivers that a finding lists by name. */
const MAX_NAMED = 5;

/** Shows the host of an address only, because the rest may hold a secret. */
const FAILING_WEBHOOKS = `
  select substring(e.url from '^[a-z]+://([^/?#]+)') as host,
    coalesce('switched off: ' || case e.off_reason when 'gone' then 'it answered 410' when 'failing' then 'nothing arrived for three days' end,
      failed.count || ', last: ' || coalesce(failed.last, 'no reason is known')) as detail
  from webhooks.endpoints e
  cross join lateral (
    select count(*) as count, (array_agg(d.error order by coalesce(d.first_attempt_at, d.created_at) desc))[1] as last
    from webhooks.deliveries d
    where d.endpoint_id = e.id and d.error is not null and d.state <> 'delivered'
      and d.created_at > now() - interval '4 days'
      and (d.state = 'waiting' or d.created_at > now() - interval '1 day')) failed
  where e.off_reason in ('failing', 'gone') or (e.off_reason is null and failed.count > 0)
  order by e.off_reason is null, e.created_at`;

const webhookCheck = databaseCheck(
  'failed-webhooks',
  'No webhook was switched off because its receiver failed, and no message to one is being tried again.',
  async (db) => {
    const { rows } = await db.query<{ host: string; detail: string }>(FAILING_WEBHOOKS);
    if (rows.length === 0) return ok('Every message to a webhook arrived.');
    const named = rows.slice(0, MAX_NAMED).map(({ host, detail }) => `${host} (${detail})`);
    return warning(
      `${countNoun(rows.length, 'webhook')} cannot be delivered: ${[...named, ...(rows.length > MAX_NAMED ? ['…'] : [])].join(', ')}.`,
      'Mend the receiver, then resume its webhook or delete it: its owner finds both in the portal under Settings, Webhooks.',
    );
  },
);

export const serviceChecks = [corsCheck, modelCheck, stripeCheck, providersCheck, brokerCheck, webhookCheck];
