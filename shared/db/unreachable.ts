import { StartError } from '../process.ts';

/** Codes of the system, and Postgres' "starting up" and "shutting down": another attempt may succeed. */
const TRANSIENT_CODES = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03'],
];
/** Messages of pg and Knex for a connection that ended, or was not available in time. These errors have no code. */
const TRANSIENT_WORDS =
  /^Connection terminated|^Client has encountered a connection error|^Knex: Timeout acquiring a connection/;
/** Wrong password, unknown role, unknown database: a person must change something. */
const LASTING_CODES = ['28P01', '28000', '3D000'];

/** Rethrows the failure of a database connection, with a message for the operator where the cause is known. */
export function explainUnreachable(
  error: NodeJS.ErrnoException,
  database = 'The database of DATABASE_URL',
): never {
  const noSocket = error.code === 'ENOENT' && error.syscall === 'connect';
  const transient =
    noSocket || TRANSIENT_CODES.includes(error.code ?? '') || TRANSIENT_WORDS.test(error.message);
  if (!transient && !LASTING_CODES.includes(error.code ?? '')) throw error;
  throw new StartError(
    `${database} cannot be opened (${error.message || error.code}): check the address, and that it runs.`,
    { cause: error, transient },
  );
}
