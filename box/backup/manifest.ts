import { z } from 'zod';
import { parseJson } from '#shared/parse-json.ts';
import { StartError } from '#shared/process.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();
const storedFile = z.object({ file: z.string(), sha256, bytes: count });

export const MANIFEST_FORMAT = 1;

const manifest = z.object({
  format: z.literal(MANIFEST_FORMAT),
  /** Version of the program that took it. */
  version: z.string(),
  takenAt: z.iso.datetime(),
  /** Names of the migrations that the database had, in their order. */
  migrations: z.array(z.string()).min(1),
  /** Version of the job queue's own schema. */
  queueVersion: count,
  /** The installation's secret lies beside the manifest. */
  secret: storedFile,
  tables: z.array(
    storedFile.extend({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: count,
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: count })),
  /** The file has a line for each object: hash, bytes and key. */
  objects: storedFile.extend({ count, objectBytes: count }),
  /** Keys that rows name and that the store had lost before. */
  missing: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifest>;
export type StoredFile = z.infer<typeof storedFile>;
export type TableFile = Manifest['tables'][number];

/** @throws {StartError} when the text is no manifest, or one of a newer format */
export function parseManifest(text: string, path: string): Manifest {
  const json = parseJson(text);
  const format = (json as { format?: unknown } | undefined)?.format;
  if (typeof format === 'number' && format > MANIFEST_FORMAT)
    throw new StartError(`${path} was made by a newer Placard: update this one first.`);
  const result = manifest.safeParse(json);
  if (result.success) return result.data;
  throw new StartError(`${path} is damaged: it is not a whole manifest of a backup.`);
}
