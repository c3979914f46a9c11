import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Broker } from '../gateway/broker.ts';
import { type Installation, install } from '../gateway/installation.ts';
import { type Service, startGatewayProcess, startService } from '../gateway/service.ts';
import { type Ledger, openLedger } from './ledger.ts';

/** An installation of several processes under measurement. */
export interface Stand {
  installation: Installation;
  gateway: Broker;
  ledger: Ledger;
}

/** Starts api, worker and gateway as `make` does, without panels. */
export async function withStand<Result>(measure: (stand: Stand) => Promise<Result>): Promise<Result> {
  const installation = await install(0, 'pg_stat_statements');
  const { settings, folder, postgresPid } = installation;
  const services: Pick<Service, 'end'>[] = [];
  try {
    await mkdir(join(folder, 'objects'), { recursive: true });
    const api = await startService('api', settings);
    services.push(api);
    const worker = await startService('worker', settings);
    services.push(worker);
    const gateway = await startGatewayProcess(settings);
    services.push({ end: () => gateway.stop() });
    const pids = { gateway: gateway.pid, api: api.pid, worker: worker.pid };
    const ledger = await openLedger({ folder, postgresPid, pids });
    const result = await measure({ installation, gateway, ledger });
    await ledger.close();
    return result;
  } finally {
    for (const service of services.toReversed()) await service.end('SIGTERM');
    await installation.close();
  }
}
