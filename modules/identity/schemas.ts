import { z } from 'zod';
import { brand } from '#shared/brand.ts';
import { idParam } from '#shared/http/id-param.ts';
import { type EmailDomains, parseEmail } from './accounts/email.ts';
import { USERNAME } from './accounts/username.ts';

const MAX_PASSWORD_BYTES = 1024;
const MAX_TOKEN_CHARACTERS = 8192;

const timestamp = z.iso.datetime().meta({ examples: ['2026-11-20T10:00:00.000Z'] });
const ID_EXAMPLE = { examples: ['019a8c1e-6d2f-7a31-9c44-2b1f0e7d5a90'] };
const id = z.uuid().meta(ID_EXAMPLE);
const secretText = z.string().min(1).max(MAX_TOKEN_CHARACTERS);
const secretLike = (example: string) => secretText.meta({ examples: [example] });
const refreshToken = secretLike(`${brand.refreshTokenPrefix}Jr3qA3k0`);

const NO_EMAIL = 'must be an e-mail address of at most 254 characters.';
const LOCAL_EMAIL =
  'must have a domain with a dot, such as example.com. On a network without mail, the operator can allow others with REGISTRATION_EMAIL=any.';

const emailInput = (domains: EmailDomains) =>
  z
    .string()
    .max(1000)
    .meta({ format: 'email', examples: ['ada@example.com'] })
    .transform((text, context) => {
      const address = parseEmail(text, domains);
      if (address) return address;
      context.addIssue({ code: 'custom', message: parseEmail(text, 'any') ? LOCAL_EMAIL : NO_EMAIL });
      return z.NEVER;
    });
const usernameInput = z
  .string()
  .regex(USERNAME, 'must be 3 to 32 of letters a-z, digits, `_`, `-` and `.`.')
  .meta({ examples: ['ada'] });
/** Used unchanged: no trimming, no rules of composition. */
const newPassword = z
  .string()
  .refine((text) => [...text].length >= 8, 'must have at least 8 characters.')
  .refine((text) => Buffer.byteLength(text) <= MAX_PASSWORD_BYTES, 'must have at most 1024 bytes.')
  .meta({ minLength: 8, examples: ['correct horse battery'] });
/** A password to check. Any text is accepted, because earlier rules may have allowed it. */
const password = z
  .string()
  .min(1, 'must not be empty.')
  .meta({ examples: ['correct horse battery'] });

export const user = z
  .object({
    id,
    email: z.string().meta({ examples: ['ada@example.com'] }),
    username: z.string().meta({ examples: ['ada'] }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'User' });

export const tokenPair = z
  .object({
    accessToken: z
      .string()
      .meta({ examples: ['eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTlhOGMxZSJ9.c2lnbmF0dXJl'] }),
    refreshToken,
    user,
  })
  .meta({ id: 'TokenPair' });

export const ok = z.object({ ok: z.literal(true) }).meta({ id: 'Ok' });

export const registerBody = (domains: EmailDomains) =>
  z.object({
    email: emailInput(domains),
    username: usernameInput,
    password: newPassword,
    inviteCode: secretText
      .optional()
      .meta({ description: 'Needed with `REGISTRATION=invite`.', examples: ['mC3yQp9sVt1xW4aZ'] }),
  });

export const loginBody = z.object({
  identifier: z
    .string()
    .min(1, 'must not be empty.')
    .max(1000)
    .meta({ description: 'E-mail address or user name.', examples: ['ada'] }),
  password,
});

export const refreshBody = z.object({ refreshToken });
export const logoutBody = z.object({ refreshToken: refreshToken.optional() }).optional();
export const resetBody = z.object({ token: secretLike('b0PzX2yVwq8'), password: newPassword });

export const updateBody = z
  .object({
    username: usernameInput.optional(),
    password: newPassword.optional(),
    currentPassword: password.optional(),
  })
  .loose()
  .superRefine((body, context) => {
    if ('email' in body)
      context.addIssue({ code: 'custom', path: ['email'], message: 'cannot be changed yet.' });
  })
  .meta({ description: 'Only the fields in the body change. The e-mail address cannot be changed yet.' });

export const deleteBody = z.object({ confirm: z.literal(true), password: password.optional() });

const oauthAccount = z
  .object({
    provider: z.enum(['google', 'apple']),
    providerUserId: z.string().meta({ examples: ['110248495921238986420'] }),
    email: z.string().meta({ examples: ['ada@example.com'] }),
    linkedAt: timestamp,
  })
  .meta({ id: 'OauthAccount' });

export const subscription = z
  .object({
    status: z.enum(['active', 'trialing', 'past_due', 'canceled', 'unpaid', 'incomplete']),
    plan: z.enum(['free', 'pro']),
    interval: z.enum(['month', 'year']),
    currentPeriodEnd: timestamp,
    cancelAtPeriodEnd: z.boolean(),
  })
  .meta({ id: 'Subscription' });

export const profile = user
  .extend({
    hasPassword: z.boolean(),
    oauthAccounts: z.array(oauthAccount),
    subscription: subscription.nullable(),
  })
  .meta({ id: 'Profile' });

export const session = z
  .object({
    id,
    userAgent: z.string().meta({ examples: ['Mozilla/5.0'] }),
    ip: z.string().meta({ examples: ['192.0.2.7'] }),
    createdAt: timestamp,
    lastUsedAt: timestamp,
    current: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
  })
  .meta({ id: 'Session' });

export const idParams = z.object({ id: idParam.meta(ID_EXAMPLE) });

const days = z.number().int().min(1).max(3650);

export const createTokenBody = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty.')
    .max(100)
    .meta({ examples: ['kitchen script'] }),
  expiresInDays: days
    .nullable()
    .default(365)
    .meta({ description: 'Null: never.', examples: [90] }),
});

export const personalToken = z
  .object({
    id,
    name: z.string().meta({ examples: ['kitchen script'] }),
    prefix: z.string().meta({ examples: [`${brand.personalTokenPrefix}4fQz`] }),
    createdAt: timestamp,
    expiresAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: 'PersonalAccessToken' });

export const createdToken = personalToken
  .extend({
    token: z.string().meta({
      description: 'It cannot be read again.',
      examples: [`${brand.personalTokenPrefix}4fQzT1mXb8Kd0RwY6sVh2LpNc9GjE3uA0aZ7kQ`],
    }),
  })
  .meta({ id: 'CreatedPersonalAccessToken' });

export const startQuery = z.object({
  client: z.enum(['web', 'desktop', 'ios']).meta({ description: 'Selects where the sign-in ends.' }),
});

/** The parameters of a provider's redirect. Each may be missing or forged. */
export const providerCallback = z.object({
  state: secretLike('kq3Vx0mB7sT').optional(),
  code: secretLike('4/0AfJohXk').optional(),
  iss: z
    .string()
    .max(MAX_TOKEN_CHARACTERS)
    .optional()
    .meta({ examples: ['https://accounts.google.com'] }),
  error: z
    .string()
    .max(MAX_TOKEN_CHARACTERS)
    .optional()
    .meta({ examples: ['access_denied'] }),
  user: z
    .string()
    .max(MAX_TOKEN_CHARACTERS)
    .optional()
    .meta({
      description: 'Apple only: JSON with the name.',
      examples: ['{"name":{"firstName":"Ada","lastName":"Lovelace"}}'],
    }),
});

const namePart = (example: string) =>
  z
    .string()
    .max(200)
    .nullish()
    .meta({ examples: [example] });

export const nativeBody = z.object({
  identityToken: secretLike('eyJraWQiOiJmaDZCczhDIn0.eyJzdWIiOiIwMDE5In0.c2lnbmF0dXJl'),
  authorizationCode: secretLike('c6a1b2f0e4d8').nullish(),
  nonce: z
    .string()
    .max(1000)
    .nullish()
    .meta({ examples: ['n-0S6_WzA2Mj'] }),
  fullName: z.object({ givenName: namePart('Ada'), familyName: namePart('Lovelace') }).nullish(),
});
