import { z } from 'zod';
import { isNetwork } from './networks.ts';
import { choice, list, mqttUrl, number, port, text, toggle, url, webUrl } from './setting-types.ts';
import { TIME_OF_DAY } from './wall-time.ts';

/**
 * All settings with their defaults, by the names of their environment variables. `docs/settings.md` describes each one,
 * which a test checks.
 */
export const settings = z.object({
  HTTP_HOST: z.string().default('0.0.0.0').describe('Address that HTTP listens on.'),
  HTTP_PORT: port(3000).describe('Port that HTTP listens on.'),
  HTTP_MAX_CONNECTIONS: number(10_000, { min: 1 }).describe('HTTP connections a process holds at most.'),
  HTTP_MAX_CONNECTIONS_PER_ADDRESS: number(1_000, { min: 1 }).describe(
    'HTTP connections from one address. Raise it when many panels share one, behind NAT.',
  ),
  MQTT_HOST: z.string().default('0.0.0.0').describe('Address that MQTT listens on.'),
  MQTT_PORT: port(1883).describe('Port that MQTT listens on.'),
  MQTT_MAX_CONNECTIONS: number(20_000, { min: 1 }).describe('Panel connections a gateway holds at most.'),
  MQTT_MAX_CONNECTIONS_PER_ADDRESS: number(2_000, { min: 1 }).describe(
    'Panel connections from one address. Raise it when many panels share one, behind NAT or a proxy.',
  ),
  MQTT_PLAIN_HOST: text().describe('Address that MQTT without TLS listens on. Default: MQTT_HOST.'),
  MQTT_TLS_KEY: text().describe('Path of the private key for MQTT over TLS, PEM.'),
  MQTT_TLS_CERT: text().describe('Path of the certificate that belongs to MQTT_TLS_KEY with its chain, PEM.'),
  MQTT_TLS_PORT: port(8883).describe('Port for MQTT over TLS, when there are a key and a certificate.'),
  MQTT_TLS_CLIENT_CA: text().describe('Path of the authorities whose client certificates are accepted, PEM.'),
  MQTT_TRUSTED_PROXIES: list()
    .refine((networks) => networks.every(isNetwork), {
      error: 'must be addresses or networks such as 10.0.0.0/8, separated by commas.',
    })
    .describe('Addresses and networks whose MQTT connections begin with a PROXY protocol header.'),
  MQTT_GATEWAY_URL: url('mqtt:')
    .optional()
    .describe(
      'Where the api process finds a gateway, for MQTT over WebSocket. Default: this machine and MQTT_PORT.',
    ),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('Folder of the embedded Postgres, the stored objects and the secret.'),
  PUBLIC_URL: webUrl().describe(
    'Address under which panels and browsers reach HTTP. Default: the first LAN IPv4 address.',
  ),
  MQTT_PUBLIC_URL: mqttUrl().describe(
    'Address that panels get for MQTT. Default: the host of PUBLIC_URL, with TLS where there is a certificate.',
  ),
  MQTT_BROKER_URL: mqttUrl().describe('An MQTT broker to use instead of the embedded one.'),
  MQTT_BROKER_USERNAME: text().describe(
    "Name of the gateways' account at MQTT_BROKER_URL, unless it is in the address.",
  ),
  MQTT_BROKER_PASSWORD: text().describe('Password that belongs to it.'),
  MQTT_BROKER_CA: text().describe(
    'Path of the authority that signed the certificate of MQTT_BROKER_URL, PEM. Default: the public ones.',
  ),
  MQTT_BROKER_SHARED: toggle().describe(
    '`off` for a broker without shared subscriptions: one gateway works, others stand by.',
  ),
  MQTT_BROKER_FILES: text().describe(
    "Folder in which the gateway keeps Mosquitto's password and ACL files up to date.",
  ),
  MQTT_BROKER_PID_FILE: text().describe('Pid file of the Mosquitto that reads them again after SIGHUP.'),
  DATABASE_URL: url('postgres:', 'postgresql:')
    .optional()
    .describe('A Postgres 15 or newer to use instead of the embedded one.'),
  BACKUP_DIR: text().describe('Folder of the daily backups; not set, there are none. Best on another disk.'),
  BACKUP_AT: z
    .string()
    .regex(TIME_OF_DAY, 'must be a time of day such as 03:30.')
    .default('03:30')
    .describe("When the daily backup is taken, by the machine's local clock."),
  BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,4}[dwm](,\d{1,4}[dwm])*$/, 'must be counts of days, weeks and months such as 7d,4w,12m.')
    .default('7d,4w,12m')
    .describe('Of how many days, weeks and months the newest backup is kept in BACKUP_DIR.'),
  STORAGE_URL: url('file:', 's3:')
    .optional()
    .describe('Where uploads and frames are kept. Default: `file:` in DATA_DIR.'),
  AWS_ACCESS_KEY_ID: text().describe(
    'Access key for S3. Default: what the AWS client finds by itself, such as the role of the machine.',
  ),
  AWS_SECRET_ACCESS_KEY: text().describe('Secret that belongs to AWS_ACCESS_KEY_ID.'),
  AWS_SESSION_TOKEN: text().describe('Session token, when the access key is a temporary one.'),
  AWS_REGION: text().describe('Region of the bucket, unless STORAGE_URL names it.'),
  PLACARD_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters.')
    .optional()
    .describe('The one secret behind every key. Default: made on the first run and kept in DATA_DIR.'),
  LOG_LEVEL: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
    .default('info')
    .describe('The least important log lines that are printed.'),
  LOG_FORMAT: choice('auto', 'json', 'text')
    .default('auto')
    .describe('How log lines look. `auto`: lines for people on a terminal, JSON elsewhere.'),
  DATABASE_POOL: number(10, { min: 2, max: 200 }).describe('Database connections a process may hold.'),
  WORKER_THREADS: number(0, { max: 64 }).describe(
    'Threads that render pixels. 0: as many as there are cores.',
  ),

  GATEWAY_METRICS_PORT: port(0).describe("Port for the gateway's own /health and /metrics. 0: none."),
  WORKER_METRICS_PORT: port(0).describe("Port for the worker's own /health and /metrics. 0: none."),

  CORS_ORIGINS: list().describe('Browser origins that may call the API, separated by commas.'),
  TRUST_PROXY: number(0, { max: 10 }).describe('How many proxies stand in front and add X-Forwarded-For.'),
  RATE_LIMITS: toggle().describe('`off` turns every rate limit off.'),
  RATE_API_PER_MINUTE: number(600, { min: 1 }).describe('Requests a minute per token or session.'),
  RATE_CREATE_PER_MINUTE: number(120, { min: 1 }).describe(
    'Contents and Analyses created a minute per user.',
  ),
  RATE_PREVIEW_PER_MINUTE: number(60, { min: 1 }).describe('Previews drawn a minute per user.'),
  RATE_ENROLL_PER_HOUR: number(60, { min: 1 }).describe('Enrolments an hour per address.'),
  RATE_CLAIM_PER_15_MINUTES: number(10, { min: 1 }).describe('Claim attempts in 15 minutes per user.'),
  RATE_CLAIM_PER_ADDRESS_PER_15_MINUTES: number(30, { min: 1 }).describe(
    'Claim attempts in 15 minutes per address, for all users together.',
  ),
  RATE_PASSWORD_FAILURES_PER_15_MINUTES: number(10, { min: 1 }).describe(
    'Failed password checks in 15 minutes per account and address.',
  ),
  RATE_LOGIN_PER_MINUTE: number(60, { min: 1 }).describe('Logins a minute per address.'),
  RATE_REGISTER_PER_HOUR: number(20, { min: 1 }).describe('Registrations an hour per address.'),
  RATE_REFRESH_PER_MINUTE: number(60, { min: 1 }).describe('Token refreshes a minute per address.'),

  ACCESS_TOKEN_HOURS: number(72, { min: 1 }).describe('Life of an access token.'),
  ACCESS_TOKEN_RENEW_BELOW_HOURS: number(24).describe(
    'Remaining life below which a response carries a fresh access token.',
  ),
  REFRESH_TOKEN_DAYS: number(30, { min: 1 }).describe('Days a session may lie idle.'),
  SESSION_MAX_DAYS: number(180, { min: 1 }).describe('Days a session can last at all.'),
  SIGNED_URL_SECONDS: number(900, { min: 1 }).describe('Life of a signed download address.'),
  UPLOAD_TICKET_SECONDS: number(900, { min: 1 }).describe('Life of an upload ticket.'),
  IDEMPOTENCY_HOURS: number(24, { min: 1 }).describe('How long an Idempotency-Key is remembered.'),
  ONLINE_WINDOW_SECONDS: number(90, { min: 1 }).describe(
    'How long after its last message a panel still counts as online.',
  ),
  CLAIM_CODE_SECONDS: number(900, { min: 1 }).describe('Life of a claim code.'),
  MAX_ASSET_BYTES: number(10_485_760, { min: 1 }).describe('Largest binary asset.'),
  STORAGE_MAX_BYTES_PER_USER: number(0).describe('Stored bytes a user may hold. 0: no limit.'),
  LINK_FETCH_ALLOW: list().describe(
    'Hosts and networks (`192.168.0.0/16`) that links may lead to on any port, private ones too, separated by commas.',
  ),
  WEBHOOK_ALLOW: list().describe(
    'Hosts and networks (`192.168.0.0/16`) that webhooks may be sent to on any port, private ones too, separated by commas.',
  ),
  HOMEASSISTANT_MQTT_URL: mqttUrl().describe(
    "Home Assistant's MQTT broker, with user and password where it requires them. All displays appear there without further setup.",
  ),
  FRAME_RETENTION_DAYS: number(90, { min: 1 }).describe(
    'Days after which the raw frames of expired presentations are removed.',
  ),

  REGISTRATION: choice('open', 'closed', 'invite').default('open').describe('Who may create an account.'),
  REGISTRATION_EMAIL: choice('internet', 'any')
    .default('internet')
    .describe(
      'Addresses that accounts may have. `internet`: with a domain that has a dot; `any`: also `me@localhost`, for a network without mail.',
    ),
  ENROLLMENT: choice('open', 'key', 'closed')
    .default('open')
    .describe('Which panels may enrol; `key` requires ENROLLMENT_KEY in X-Enrollment-Key.'),
  ENROLLMENT_KEY: z
    .string()
    .min(16, 'must have at least 16 characters.')
    .optional()
    .describe('The fleet key when ENROLLMENT=key.'),
  DISPLAY_MIN_DWELL_SECONDS: number(60).describe(
    'How long a picture stays on the panel before the queue may replace it.',
  ),
  DISPLAY_UNRESPONSIVE_SECONDS: number(1800, { min: 1 }).describe(
    'Connected time without a confirm after which a presentation fails.',
  ),
  QUEUE_MAX_AGE_HOURS: number(168, { min: 1 }).describe('Hours after which a queued presentation expires.'),
  SCENE_VENDOR: z
    .string()
    .regex(/^[a-z0-9.-]{1,40}$/, 'must be 1 to 40 of a-z, 0-9, dot and hyphen.')
    .default('placard')
    .describe('Vendor word of the Scene media type.'),

  BILLING: choice('off', 'stripe')
    .default('off')
    .describe(
      '`off`: every user is on the unlimited plan. `stripe`: plans, quotas and payment through Stripe.',
    ),
  BILLING_RETURN_URL: webUrl().describe(
    "Where Stripe's pages lead back to. Default: PUBLIC_URL/settings/plan.",
  ),
  BILLING_GRACE_DAYS: number(0, { max: 365 }).describe(
    'Days that a plan stays usable after a payment for it failed.',
  ),
  PLANS_FILE: text().describe(
    'JSON file with what the plans allow. Default: the plans of `docs/billing.md`.',
  ),
  STRIPE_SECRET_KEY: text().describe('Secret key of the Stripe account.'),
  STRIPE_WEBHOOK_SECRET: text().describe("Signing secret of Stripe's webhook endpoint."),
  STRIPE_API_BASE: url('http:', 'https:')
    .default('https://api.stripe.com')
    .describe("Address of Stripe's API."),
  STRIPE_TIMEOUT_SECONDS: number(10, { min: 1, max: 60 }).describe(
    'How long one response of Stripe may take.',
  ),
  STRIPE_PRICE_PRO_MONTH: text().describe('Price id of `pro` paid by the month.'),
  STRIPE_PRICE_PRO_YEAR: text().describe('Price id of `pro` paid by the year.'),

  LLM_BASE_URL: webUrl().describe(
    'OpenAI-compatible server that plans pages, such as `http://localhost:11434/v1`.',
  ),
  LLM_API_KEY: text().describe('Key for LLM_BASE_URL, for servers that require one.'),
  LLM_MODEL: text().describe('Model at LLM_BASE_URL.'),
  LLM_TIMEOUT_SECONDS: number(60, { min: 1, max: 290 }).describe(
    'How long one response of the model may take.',
  ),
  LLM_BUDGET_SECONDS: number(120, { min: 1, max: 600 }).describe(
    'How long the model may take for one Analysis.',
  ),
  LLM_MAX_INPUT_TOKENS: number(12_000, { min: 3000 }).describe('Tokens of one question to the model.'),
  LLM_MAX_OUTPUT_TOKENS: number(4000, { min: 200 }).describe('Tokens of one response of the model.'),
  LLM_MAX_TOKENS: number(60_000, { min: 3200 }).describe('Tokens that one Analysis may use in all.'),

  OAUTH_REDIRECT_WEB: webUrl().describe(
    'Where a provider sign-in from `client=web` ends. Default: PUBLIC_URL, with a slash at its end.',
  ),
  OAUTH_REDIRECT_DESKTOP: text().describe(
    'Where a provider sign-in from `client=desktop` ends, such as `placard://signed-in`.',
  ),
  OAUTH_REDIRECT_IOS: text().describe('Where a provider sign-in from `client=ios` ends.'),
  GOOGLE_CLIENT_ID: text().describe('OAuth client id at Google.'),
  GOOGLE_CLIENT_SECRET: text().describe('OAuth client secret at Google.'),
  GOOGLE_ISSUER: url('http:', 'https:')
    .default('https://accounts.google.com')
    .describe('Issuer of Google ID tokens.'),
  APPLE_CLIENT_ID: text().describe('Services id for Sign in with Apple on the web.'),
  APPLE_TEAM_ID: text().describe('Apple developer team id.'),
  APPLE_KEY_ID: text().describe('Id of the Sign in with Apple key.'),
  APPLE_PRIVATE_KEY: text().describe(
    'The Sign in with Apple key, PKCS #8 PEM; `\\n` may stand for line breaks.',
  ),
  APPLE_BUNDLE_ID: text().describe('Bundle id of the iOS app, for the native flow.'),
  APPLE_ISSUER: url('http:', 'https:')
    .default('https://appleid.apple.com')
    .describe('Issuer of Apple ID tokens.'),
});
