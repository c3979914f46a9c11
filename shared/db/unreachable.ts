import { StartError } from '../process.ts';

/** Of the system, and Postgres' "starting up": another try may succeed. */
const TRANSIENT_CODES = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN', '57P03'];
/** Wrong password, no such role, no such database: somebody has to change something. */
const LASTING_CODES = ['28P01', '28000', '3D000'];

/** Throws on a failure to open the database at start, as a sentence for the operator where it can be one. */
export function explainUnreachable(error: NodeJS.ErrnoException): never {
  const noSocket = error.code === 'ENOENT' && error.syscall === 'connect';
  const transient = noSocket || TRANSIENT_CODES.includes(error.code ?? '');
  if (!transient && !LASTING_CODES.includes(error.code ?? '')) throw error;
  throw new StartError(
    `The database of DATABASE_URL cannot be opened (${error.message || error.code}): check the address, and that it runs.`,
    { cause: error, transient },
  );
}
