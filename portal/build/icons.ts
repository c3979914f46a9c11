import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { en } from '../strings/en.ts';
import { type BuiltFile, hashed } from './file.ts';

const SIZES = [192, 512];
/** Size of the home screen icon on iOS, which does not read the manifest. */
const TOUCH_SIZE = 180;

export interface Icons {
  files: BuiltFile[];
  icon: string;
  touchIcon: string;
  manifest: string;
}

/** The icons, and the manifest that lets the page be installed. */
export async function drawIcons(): Promise<Icons> {
  const source = await readFile(join(import.meta.dirname, '../icon.svg'));
  const icon = hashed('icon', 'svg', 'image/svg+xml', source);
  const draw = async (size: number) =>
    hashed(
      `icon-${size}`,
      'png',
      'image/png',
      await sharp(source, { density: 300 }).resize(size).png().toBuffer(),
    );
  const touch = await draw(TOUCH_SIZE);
  const drawn = await Promise.all(SIZES.map(draw));
  const text = JSON.stringify(manifestOf(drawn));
  const manifest = hashed('app', 'webmanifest', 'application/manifest+json', Buffer.from(text));
  return {
    files: [icon, touch, ...drawn, manifest],
    icon: icon.name,
    touchIcon: touch.name,
    manifest: manifest.name,
  };
}

/** Addresses in it are relative to its own, which is one folder below the front page. */
function manifestOf(drawn: BuiltFile[]): object {
  return {
    name: en.app.name,
    short_name: en.app.name,
    description: en.app.description,
    id: '../',
    start_url: '../',
    scope: '../',
    display: 'standalone',
    // Taken by the service worker, where there is one.
    share_target: {
      action: '../share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [
          {
            name: 'file',
            accept: ['image/*', 'application/pdf', 'text/plain', 'text/markdown', 'application/json'],
          },
        ],
      },
    },
    background_color: '#f6f4ef',
    theme_color: '#f6f4ef',
    icons: drawn.map(({ name }, at) => ({
      src: name,
      type: 'image/png',
      sizes: `${SIZES[at]}x${SIZES[at]}`,
      purpose: 'any maskable',
    })),
  };
}
