import type { Queryable } from '#shared/db/open.ts';
import type { BrokerAccount } from './broker-link.ts';

/** Every panel that may log in at an external broker, by name. */
export async function listAccounts(queryable: Queryable): Promise<BrokerAccount[]> {
  const rows: { thing_name: string; broker_entry: string }[] = await queryable('display.devices')
    .whereNotNull('broker_entry')
    .orderBy('thing_name')
    .select('thing_name', 'broker_entry');
  return rows.map(({ thing_name, broker_entry }) => ({ thingName: thing_name, entry: broker_entry }));
}
