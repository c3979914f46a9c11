import { type ReadonlySignal, signal } from '@preact/signals';
import type { Presentation } from '#client/index.ts';
import { placard } from '../api/placard.ts';
import { session } from '../session/credentials.ts';

/** `url` shows the picture from memory; null while it is loaded, or when it `isMissing`. */
export interface Picture {
  url: string | null;
  isMissing: boolean;
}

/** Each is about 15 KB. Beyond this many, those used longest ago are dropped. */
const MAX_PICTURES = 200;

const kept = new Map<string, ReturnType<typeof signal<Picture>>>();

/** Whether the presentation has a picture. */
export function isDrawn({ image, renditions }: Pick<Presentation, 'image' | 'renditions'>): boolean {
  return image !== null || renditions.some(({ state }) => state === 'ready');
}

/** The picture of a presentation as its panel shows it. It never changes once it is drawn, so it is loaded once. */
export function watchPicture(presentationId: string): ReadonlySignal<Picture> {
  const known = kept.get(presentationId);
  // Moved to the end, so that it is dropped last.
  if (known) {
    kept.delete(presentationId);
    kept.set(presentationId, known);
    return known as ReadonlySignal<Picture>;
  }
  const picture = signal<Picture>({ url: null, isMissing: false });
  kept.set(presentationId, picture);
  for (const id of kept.keys()) if (kept.size > MAX_PICTURES) forget(id);
  void load(presentationId, picture);
  return picture as ReadonlySignal<Picture>;
}

async function load(id: string, picture: ReturnType<typeof signal<Picture>>): Promise<void> {
  try {
    const url = URL.createObjectURL(await placard.presentations.picture(id));
    if (kept.get(id) === picture) picture.value = { url, isMissing: false };
    else URL.revokeObjectURL(url);
  } catch {
    picture.value = { url: null, isMissing: true };
    // The next call loads it again.
    if (kept.get(id) === picture) kept.delete(id);
  }
}

function forget(id: string): void {
  const url = kept.get(id)?.peek()?.url;
  if (url) URL.revokeObjectURL(url);
  kept.delete(id);
}

session.subscribe(({ state }) => {
  if (state === 'out') for (const id of kept.keys()) forget(id);
});
