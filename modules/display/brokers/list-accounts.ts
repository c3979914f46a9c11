import type { Queryable } from '#shared/db/open.ts';
import type { BrokerAccount } from '../broker-link.ts';

/** Every panel that may log in at an external broker, by name, with its newest password. */
export async function listAccounts(queryable: Queryable): Promise<BrokerAccount[]> {
  const { rows } = await queryable.raw<{ rows: BrokerAccount[] }>(
    `select thing_name as "thingName", coalesce(next_broker_entry, broker_entry) as entry from display.devices
     where coalesce(next_broker_entry, broker_entry) is not null order by thing_name`,
  );
  return rows;
}
