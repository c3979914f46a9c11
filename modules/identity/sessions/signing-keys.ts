import { setTimeout as delay } from 'node:timers/promises';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { addSeconds, type Clock, monotonicMs } from '#shared/clock.ts';
import type { Db, Queryable } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import type { Keys } from '#shared/keys.ts';

export const SIGNING_ALGORITHM = 'EdDSA';

/** Interval at which a process looks for a rotated key. */
const KEYS_MAX_AGE_MS = 10_000;
/** Tokens with an unknown key cause at most one look-up in this time. */
const MIN_LOOKUP_INTERVAL_MS = 250;

interface KeyRow {
  kid: string;
  public_jwk: JWK;
  private_jwk: string;
  created_at: Date;
}

interface KeySet {
  signer: { kid: string; key: CryptoKey };
  verifiers: Map<string, CryptoKey>;
  loadedAt: number;
}

/** The Ed25519 keys of the access tokens: stored in the database, encrypted, and cached here as imported keys. */
export interface SigningKeys {
  signer(): Promise<KeySet['signer']>;
  /** Returns null for an unknown or deleted key. */
  verifier(kid: string): Promise<CryptoKey | null>;
}

export function createSigningKeys({ db, keys, clock }: { db: Db; keys: Keys; clock: Clock }): SigningKeys {
  let known: KeySet | undefined;
  let loading: Promise<KeySet> | undefined;
  let lookingUp: Promise<KeySet> | undefined;

  async function load(): Promise<KeySet> {
    const loadedAt = monotonicMs();
    const rows = await readKeys(db);
    const [newest] = rows.length > 0 ? rows : [await createFirstKey(db, keys, clock.now())];
    if (!newest) throw new Error('There is no signing key.');
    const privateJwk = JSON.parse(keys.decrypt(newest.private_jwk, sealContext(newest.kid))) as JWK;
    const verifiers = new Map<string, CryptoKey>();
    for (const row of rows.length > 0 ? rows : [newest])
      verifiers.set(row.kid, await importKey(row.public_jwk));
    known = { signer: { kid: newest.kid, key: await importKey(privateJwk) }, verifiers, loadedAt };
    return known;
  }

  async function current(): Promise<KeySet> {
    if (known && monotonicMs() - known.loadedAt < KEYS_MAX_AGE_MS) return known;
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  /** Loads the keys after this call, so that a key that another process has just created is found. Concurrent calls share one query. */
  function lookUp(): Promise<KeySet> {
    const pause = Math.max(0, (known?.loadedAt ?? 0) + MIN_LOOKUP_INTERVAL_MS - monotonicMs());
    lookingUp ??= delay(pause).then(() => {
      lookingUp = undefined;
      return load();
    });
    return lookingUp;
  }

  return {
    signer: async () => (await current()).signer,
    async verifier(kid) {
      return (await current()).verifiers.get(kid) ?? (await lookUp()).verifiers.get(kid) ?? null;
    },
  };
}

/** Creates a new key, which signs from now on (in other processes within ten seconds). Older tokens stay valid. */
export async function rotateSigningKey(db: Queryable, keys: Keys, now: Date): Promise<string> {
  const row = await makeKey(keys, now);
  await db('identity.signing_keys').insert({ ...row, public_jwk: JSON.stringify(row.public_jwk) });
  return row.kid;
}

/** Deletes the keys whose last tokens have expired. */
export async function deleteRetiredKeys(db: Queryable, now: Date, accessTokenHours: number): Promise<void> {
  const lastTokensExpired = addSeconds(now, -(accessTokenHours + 1) * 3600);
  const replaced = db('identity.signing_keys as newer')
    .whereRaw('newer.created_at > identity.signing_keys.created_at')
    .where('newer.created_at', '<', lastTokensExpired);
  await db('identity.signing_keys').whereExists(replaced).delete();
}

function readKeys(db: Queryable): Promise<KeyRow[]> {
  return db<KeyRow>('identity.signing_keys').select().orderBy('created_at', 'desc').orderBy('kid', 'desc');
}

function createFirstKey(db: Db, keys: Keys, now: Date): Promise<KeyRow | undefined> {
  return db.transaction(async (trx) => {
    await trx.raw('lock table identity.signing_keys in share row exclusive mode');
    if ((await readKeys(trx)).length === 0) await rotateSigningKey(trx, keys, now);
    return (await readKeys(trx))[0];
  });
}

async function makeKey(keys: Keys, now: Date): Promise<KeyRow> {
  const kid = newId();
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { crv: 'Ed25519', extractable: true });
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
  return {
    kid,
    public_jwk: await exportJWK(pair.publicKey),
    private_jwk: keys.encrypt(privateJwk, sealContext(kid)),
    created_at: now,
  };
}

function sealContext(kid: string): string {
  return `identity.signing_keys:${kid}`;
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  return (await importJWK(jwk, SIGNING_ALGORITHM)) as CryptoKey;
}
