import type { GatewayLimits } from '#gateway/limits.ts';
import { startGateway } from '#gateway/start.ts';
import { createDisplay } from '#modules/display';
import { openDb } from '#shared/db/open.ts';
import { createMetrics } from '#shared/metrics.ts';
import type { FacadeStand } from '../../modules/display/facade-stand.ts';
import { createDatabaseWire, type DatabaseWire } from './database-wire.ts';

/** A gateway whose database can be taken away. */
export interface FaultyGateway {
  port: number;
  database: DatabaseWire;
  /** As by `kill -9`: whatever it had under way is cut off, and its panels stay registered. */
  kill(): void;
  /** Resolves when nothing of it is left. */
  gone(): Promise<void>;
}

/** As impatient as a test has to be. */
const LIMITS: Partial<GatewayLimits> = {
  presenceRenewal: 150,
  sweep: 500,
  minResend: 60,
  maxResend: 250,
  retryPause: 30,
  shutdown: 500,
  authenticateTimeout: 300,
  holdAck: 500,
  messagesPerSecond: 10_000,
  messageBurst: 10_000,
};

export async function startFaultyGateway(
  { context, databaseUrl }: Pick<FacadeStand, 'context' | 'databaseUrl'>,
  limits: Partial<GatewayLimits> = {},
): Promise<FaultyGateway> {
  const database = await createDatabaseWire(databaseUrl);
  const db = openDb(database.url, 'placard-gateway-test', 8);
  const gateway = await startGateway({
    config: { ...context.config, DATABASE_URL: database.url },
    log: context.log,
    metrics: createMetrics(),
    clock: context.clock,
    panels: createDisplay({ ...context, db }).panels,
    limits: { ...LIMITS, ...limits },
  });
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await gateway.close();
    database.cut(); // the pool would wait for answers
    await db.destroy();
    await database.close();
  }

  return {
    port: gateway.port,
    database,
    kill() {
      database.cut();
      closing ??= close();
      closing.catch(() => {}); // reported to the caller that waits for its end
    },
    gone() {
      closing ??= close();
      return closing;
    },
  };
}
