import { installation } from '../../api/installation.ts';
import { t } from '../../strings/index.ts';

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'];
const DOCUMENTS = ['application/pdf', 'text/plain', 'text/markdown', 'application/json'];
/** Types for file pickers. Phones convert HEIC photographs to JPEG when only JPEG is accepted. */
export const ACCEPTED = [...IMAGES, ...DOCUMENTS].join(',');
export const MAX_FILES = 49;

const BY_NAME: Record<string, string> = { md: 'text/markdown', markdown: 'text/markdown', txt: 'text/plain' };
/** Photographs are scaled down to these sizes until they fit the limit; a panel has 800x480 pixels. */
const SIDES = [4000, 2400, 1600];
const JPEG_QUALITY = 0.88;

export interface PreparedFiles {
  files: File[];
  /** Why other files were refused, in words. */
  refused: string[];
}

/** Prepares files for the box: pictures of unknown types become JPEG if this browser can read them, others are refused. */
export async function prepareFiles(files: File[], room: number): Promise<PreparedFiles> {
  const taken: PreparedFiles = { files: [], refused: [] };
  for (const [at, file] of files.entries()) {
    if (at >= room) {
      taken.refused.push(t.compose.tooMany(MAX_FILES));
      break;
    }
    const ready = await prepareFile(file);
    if (typeof ready === 'string') taken.refused.push(ready);
    else taken.files.push(ready);
  }
  return taken;
}

async function prepareFile(file: File): Promise<File | string> {
  const limit = installation.value?.maxAssetBytes ?? Number.POSITIVE_INFINITY;
  const type = typeOf(file);
  const isKnown = IMAGES.includes(type) || DOCUMENTS.includes(type);
  if (file.size === 0) return t.compose.emptyFile(file.name);
  if (isKnown && file.size <= limit) return type === file.type ? file : new File([file], file.name, { type });
  if (isKnown && !/^image\/(png|jpeg|webp)$/.test(type)) return t.compose.tooLarge(file.name, limit);
  if (!isKnown && !/^image\//.test(type) && !isHeic(file)) return t.compose.unknownType(file.name);
  const smaller = await asJpeg(file, limit);
  return smaller ?? (isHeic(file) ? t.compose.heic(file.name) : t.compose.unreadable(file.name));
}

function typeOf(file: File): string {
  const type = file.type.split(';')[0] ?? '';
  return type || BY_NAME[file.name.split('.').at(-1)?.toLowerCase() ?? ''] || '';
}

function isHeic({ name, type }: File): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);
}

/** A JPEG within the limit, turned upright by its EXIF; null when this browser cannot read the file. */
async function asJpeg(file: File, limit: number): Promise<File | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    for (const side of SIDES) {
      const scale = Math.min(1, side / Math.max(picture.width, picture.height));
      const canvas = document.createElement('canvas');
      canvas.width = Math.round(picture.width * scale);
      canvas.height = Math.round(picture.height * scale);
      canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const bytes = await new Promise<Blob | null>((resolve) =>
        canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY),
      );
      if (bytes && bytes.size <= limit)
        return new File([bytes], file.name.replace(/\.[^.]*$/, '.jpg'), { type: 'image/jpeg' });
    }
    return null;
  } finally {
    picture.close();
  }
}
