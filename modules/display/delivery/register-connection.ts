import { addSeconds } from '#shared/clock.ts';
import { channels } from '#shared/db/channels.ts';
import { type PreparedQuery, readPrepared } from '#shared/db/prepared.ts';
import { authenticationFailed } from '#shared/errors.ts';
import { renewClaimCode } from '../claim-codes/renew-claim-code.ts';
import type { DisplayContext } from '../context.ts';
import { type BatchObserver, batchPanels, CONNECTION_PACE, lockingQuery } from './batch-panels.ts';
import { LEASE_SECONDS } from './connected-time.ts';
import type { PanelLink } from './panel-link.ts';
import { useNewerPassword } from './use-newer-password.ts';

/**
 * The device is locked while its epoch is drawn, so that of two connections the last one has the higher epoch. Gateways are
 * notified of the panels that they have lost: a row that was updated (its xmax is set) and not inserted belonged to another
 * connection. The password is checked again under the lock, because it may have been replaced.
 */
const REGISTER = lockingQuery(
  'register_connections',
  (skipLocked) => `
  with held as (
    select d.id, d.user_id, asked.gateway_id, asked.credential,
      asked.credential in (d.secret_hash, coalesce(d.next_secret_hash, d.secret_hash)) as valid
    from unnest($1::uuid[], $2::uuid[], $5::text[]) as asked (device_id, gateway_id, credential)
    join display.devices d on d.id = asked.device_id
    for no key update of d ${skipLocked}
  ), registered as (
    insert into display.presence (device_id, gateway_id, epoch, connected_at, lease_until)
    select id, gateway_id, nextval('display.connection_epochs'), $3, $4 from held where valid
    on conflict (device_id) do update set gateway_id = excluded.gateway_id, epoch = excluded.epoch,
      connected_at = excluded.connected_at, lease_until = excluded.lease_until
    returning device_id, epoch, xmax <> 0 as replaced
  ), seen as (
    update display.devices d set last_seen_at = $3, ${useNewerPassword('held.credential = d.next_secret_hash')}
    from held where d.id = held.id and held.valid
  ), notified as (
    select pg_notify('${channels.panelTakenOver}', string_agg(device_id || ':' || epoch, ' '))
    from registered where replaced having count(*) > 0
  )
  select held.id as device_id, registered.epoch, held.user_id is null and not exists (
      select from display.claim_codes claim where claim.device_id = held.id and claim.expires_at > $3) as needs_code,
    (select count(*) from notified) as notified
  from held left join registered on registered.device_id = held.id`,
);

interface Row {
  device_id: string;
  /** Null if the password is no longer valid. */
  epoch: number | null;
  needs_code: boolean;
}

interface NewConnection {
  deviceId: string;
  gatewayId: string;
  credential: string;
}

/**
 * Registers connections in batches. Each gets a higher epoch than earlier ones of its panel, which are superseded from now on
 * at every gateway.
 */
export function createRegisterConnection(context: DisplayContext & BatchObserver): PanelLink['connected'] {
  const register = batchPanels(
    REGISTER,
    (query, asked: NewConnection[]) => registerAll(context, query, asked),
    {
      onBatch: context.onBatch,
      pace: CONNECTION_PACE,
    },
  );
  return async (deviceId, gatewayId, credential) => {
    const { epoch, needs_code } = await register({ deviceId, gatewayId, credential });
    if (epoch === null) throw authenticationFailed();
    if (needs_code) await renewClaimCode(context, deviceId);
    return epoch;
  };
}

async function registerAll(
  { db, clock }: DisplayContext,
  query: PreparedQuery,
  asked: NewConnection[],
): Promise<(Row | undefined)[]> {
  // A second connection of a panel is skipped, so it is registered in a later batch.
  const first = new Map(asked.toReversed().map((one) => [one.deviceId, one]));
  const now = clock.now();
  const rows = await readPrepared<Row>(db, query, [
    [...first.keys()],
    [...first.values()].map(({ gatewayId }) => gatewayId),
    now,
    addSeconds(now, LEASE_SECONDS),
    [...first.values()].map(({ credential }) => credential),
  ]);
  const registered = new Map(rows.map((row) => [row.device_id, row]));
  return asked.map((one) => (first.get(one.deviceId) === one ? registered.get(one.deviceId) : undefined));
}
