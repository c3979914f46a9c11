import { addSeconds } from '#shared/clock.ts';
import { channels } from '#shared/db/channels.ts';
import type { PreparedQuery } from '#shared/db/prepared.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { LocatedPanel } from '../broker-link.ts';
import { renewClaimCode } from '../claim-codes/renew-claim-code.ts';
import type { DisplayContext } from '../context.ts';
import { batchPanels, CONNECTION_PACE, lockingQuery } from '../delivery/batch-panels.ts';
import { HELD_UNTIL, JOIN_GATEWAY_LEASE, LEASE_SECONDS } from '../delivery/connected-time.ts';
import { useNewerPassword } from '../delivery/use-newer-password.ts';

const LOCK_PANELS = lockingQuery(
  'lock_panels',
  (skipLocked) =>
    `select d.id from display.devices d where d.id = any (:ids) for no key update of d ${skipLocked}`,
);

/**
 * If several gateways receive a panel's first message at the same time, one of them begins the connection. This is a
 * separate statement, so that it sees the changes made while `LOCK_PANELS` waited for the row. The broker accepted the
 * panel's newest password, so that counts as used, unless it is so new that a connection with the older one may still exist.
 */
const BEGIN = `
  with asked as (
    select d.id, d.thing_name, d.user_id, asked.gateway_id, live.epoch as live_epoch, live.gateway_id as live_gateway,
      (${HELD_UNTIL} > :now and d.last_seen_at > :seenSince
        and exists (select from display.broker_sessions s where s.gateway_id = live.gateway_id)) is true as connected
    from unnest(:ids::uuid[], :gatewayIds::uuid[]) as asked (device_id, gateway_id)
    join display.devices d on d.id = asked.device_id
    left join display.presence live on live.device_id = d.id ${JOIN_GATEWAY_LEASE}
    where d.id = any (:held)
  ), begun as (
    insert into display.presence (device_id, gateway_id, epoch, connected_at, lease_until)
    select id, gateway_id, nextval('display.connection_epochs'), :now, :leaseUntil from asked where not connected
    on conflict (device_id) do update set gateway_id = excluded.gateway_id, epoch = excluded.epoch,
      connected_at = excluded.connected_at, lease_until = excluded.lease_until
    returning device_id, epoch
  ), seen as (
    update display.devices d set last_seen_at = :now,
      ${useNewerPassword('d.next_issued_at <= :issuedBefore')}
    from asked where d.id = asked.id
  ), notified as (
    select pg_notify('${channels.panelTakenOver}', string_agg(begun.device_id || ':' || begun.epoch, ' '))
    from begun join asked on asked.id = begun.device_id where asked.live_gateway <> asked.gateway_id
    having count(*) > 0
  )
  select asked.id, asked.thing_name, coalesce(begun.epoch, asked.live_epoch) as epoch,
    case when asked.connected then asked.live_gateway else asked.gateway_id end as gateway_id,
    asked.user_id is null and not exists (
      select from display.claim_codes claim where claim.device_id = asked.id and claim.expires_at > :now) as needs_code,
    (select count(*) from notified) as notified
  from asked left join begun on begun.device_id = asked.id`;

/** Time in which a broker reads its password file again and ends connections with an old password. */
const BROKER_RELOAD_SECONDS = 3;

interface Row {
  id: string;
  thing_name: string;
  epoch: number;
  gateway_id: string;
  needs_code: boolean;
}

interface NewConnection {
  deviceId: string;
  gatewayId: string;
}

/** Begins connections in batches. Returns the existing connection if the panel has one, or null if the panel was deleted. */
export function createBeginConnection(
  context: DisplayContext,
): (deviceId: string, gatewayId: string) => Promise<LocatedPanel | null> {
  const { db, clock, config } = context;
  const beginAll = async (
    hold: PreparedQuery,
    asked: NewConnection[],
  ): Promise<(Row | null | undefined)[]> => {
    const byDevice = new Map(asked.map((one) => [one.deviceId, one.gatewayId]));
    const ids = [...byDevice.keys()];
    const rows = await inTransaction(db, async (trx) => {
      const held = await trx.raw<{ rows: { id: string }[] }>(hold.text, { ids });
      const now = clock.now();
      const begun = await trx.raw<{ rows: Row[] }>(BEGIN, {
        ids,
        gatewayIds: [...byDevice.values()],
        held: held.rows.map(({ id }) => id),
        now,
        issuedBefore: addSeconds(now, -BROKER_RELOAD_SECONDS),
        leaseUntil: addSeconds(now, LEASE_SECONDS),
        seenSince: addSeconds(now, -config.ONLINE_WINDOW_SECONDS),
      } as never);
      return begun.rows;
    });
    const begun = new Map(rows.map((row) => [row.id, row]));
    const absent = hold === LOCK_PANELS.waitForLocks ? null : undefined;
    return asked.map(({ deviceId }) => begun.get(deviceId) ?? absent);
  };
  const begin = batchPanels<NewConnection, Row | null>(LOCK_PANELS, beginAll, {
    pace: CONNECTION_PACE,
  });

  return async (deviceId, gatewayId) => {
    const row = await begin({ deviceId, gatewayId });
    if (!row) return null;
    if (row.needs_code) await renewClaimCode(context, deviceId);
    return { thingName: row.thing_name, deviceId, epoch: row.epoch, gatewayId: row.gateway_id };
  };
}
