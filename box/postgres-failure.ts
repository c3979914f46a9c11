import { StartError } from '#shared/process.ts';

const CAUSES: [pattern: RegExp, reason: string][] = [
  // A file that gets a part of its room has no error number: `wrote only 4096 of 8192 bytes`, and this hint.
  [
    /No space left on device|Disk quota exceeded|Check free disk space|wrote only \d+ of \d+ bytes/i,
    'the disk is full; make room and start again',
  ],
  [
    /was initialized by PostgreSQL version|database files are incompatible with server/i,
    'it was made by another version of Postgres; dump it with that version and restore it, or choose another folder with DATA_DIR',
  ],
  [
    /wrong ownership|invalid permissions|Permission denied|Operation not permitted/i,
    'it belongs to another user; start as the user that made it, or give it to this one with `chown -R`',
  ],
  [
    /Read-only file system/i,
    'the file system is read-only; make it writable or choose another folder with DATA_DIR',
  ],
  [
    /could not look up effective user ID/i,
    'the user that it runs as has no name on this machine; run as a named user or set DATABASE_URL',
  ],
  [
    /could not (map anonymous shared memory|create shared memory segment)|Cannot allocate memory/i,
    'this machine has too little memory free; end other programs or set DATABASE_URL',
  ],
];

/** Explains the output of the server or of initdb in one sentence. */
export function explainPostgresFailure(cluster: string, output: string): StartError {
  const known = CAUSES.find(([pattern]) => pattern.test(output));
  if (known) return new StartError(`The database in ${cluster} cannot start: ${known[1]}.`);
  const words = firstErrorLine(output);
  return new StartError(
    `The database in ${cluster} cannot start and may be damaged${words ? ` (Postgres says: ${words})` : ''}: put it back from a backup, or move the folder away to begin with an empty one.`,
  );
}

function firstErrorLine(output: string): string | undefined {
  const line = output.split('\n').find((text) => /\b(FATAL|PANIC|error|fatal):/i.test(text));
  return line?.replace(/^.*?\b(FATAL|PANIC|error|fatal):\s*/i, '').trim();
}
