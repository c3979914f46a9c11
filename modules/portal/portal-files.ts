import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processingUnavailable } from '#shared/errors.ts';

const FOLDER = join(import.meta.dirname, '../../dist/portal');
/** Written by the bundler: the HTML document and the type of each file. */
const MANIFEST = 'manifest.json';

export type Encoding = 'br' | 'gzip' | 'identity';

interface ManifestEntry {
  type: string;
  /** Encodings stored beside the plain bytes, under the name with `.br` or `.gz`. */
  encodings: ('br' | 'gzip')[];
}

export interface PortalFile {
  type: string;
  /** Always with `identity`. */
  bytes: Partial<Record<Encoding, Buffer>>;
}

export interface PortalBundle {
  /** The HTML document, with `PREFIX` as placeholder for the relative path to the portal's root. */
  page: string;
  files: Map<string, PortalFile>;
}

const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

/** The bundle that `make` wrote, read only once. @throws {AppError} `503 processing_unavailable` when there is none */
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
