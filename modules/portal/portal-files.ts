import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processingUnavailable } from '#shared/errors.ts';

const FOLDER = join(import.meta.dirname, '../../dist/portal');
/** What the bundler writes beside the files: the page, and what each file is. */
const MANIFEST = 'manifest.json';

export type Encoding = 'br' | 'gzip' | 'identity';

interface ManifestEntry {
  type: string;
  /** Kept in these encodings beside the plain bytes, under the name with `.br` or `.gz`. */
  encodings: ('br' | 'gzip')[];
}

export interface PortalFile {
  type: string;
  /** Always with `identity`. */
  bytes: Partial<Record<Encoding, Buffer>>;
}

export interface PortalBundle {
  /** The page, in which `PREFIX` stands for the way from it to the front page. */
  page: string;
  files: Map<string, PortalFile>;
}

const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

/** The bundle that `make` wrote, read once. @throws {AppError} `503 processing_unavailable` when there is none */
export function portalBundle(): () => Promise<PortalBundle> {
  let bundle: Promise<PortalBundle> | undefined;
  return async () => {
    bundle ??= readBundle();
    return bundle.catch(() => {
      bundle = undefined;
      throw processingUnavailable('The portal was not built here: `make api` builds it.');
    });
  };
}

async function readBundle(): Promise<PortalBundle> {
  const { page, files } = JSON.parse(await readFile(join(FOLDER, MANIFEST), 'utf8')) as {
    page: string;
    files: Record<string, ManifestEntry>;
  };
  const read = Object.entries(files).map(async ([name, { type, encodings }]) => {
    const kept: Encoding[] = ['identity', ...encodings];
    const bytes = await Promise.all(
      kept.map(async (encoding) => [encoding, await readFile(join(FOLDER, name + SUFFIXES[encoding]))]),
    );
    return [name, { type, bytes: Object.fromEntries(bytes) }] as const;
  });
  return { page, files: new Map(await Promise.all(read)) };
}
