import { computed, effect, signal } from '@preact/signals';
import type { PushInput } from '#client/index.ts';
import { randomId } from '../../base.ts';
import { session } from '../../session/credentials.ts';
import { tabStorage } from '../../session/storage.ts';

/** A file of the draft. `url` is an object URL that is valid until `dropFile`. */
export interface DraftFile {
  id: string;
  file: File;
  url: string | null;
}

export interface Draft {
  text: string;
  title: string;
  files: DraftFile[];
  /** Id of a display; empty: Placard chooses. */
  display: string;
  /** Show one picture without a page around it. */
  isAsIs: boolean;
  isUrgent: boolean;
  /** Expiry as it was typed; empty: none. */
  expires: string;
}

const WORDS = 'draft';
const EMPTY: Draft = {
  text: '',
  title: '',
  files: [],
  display: '',
  isAsIs: false,
  isUrgent: false,
  expires: '',
};

/** The unsent push. It survives navigation; its texts also survive a reload. */
export const draft = signal<Draft>({ ...EMPTY, ...readWords() });

/** Idempotency key of the draft: a repeated push of the same draft is stored once. */
export const pushKey = computed(() => {
  void draft.value;
  return randomId();
});

export const isEmpty = computed(() => draft.value.text.trim() === '' && draft.value.files.length === 0);

/** Whether it is a single picture that can be shown without a page. */
export const canShowUnchanged = computed(() => {
  const { text, files, display } = draft.value;
  const type = files[0]?.file.type;
  return (
    text.trim() === '' &&
    files.length === 1 &&
    display !== '' &&
    (type === 'image/jpeg' || type === 'image/png')
  );
});

export function change(part: Partial<Draft>): void {
  draft.value = { ...draft.value, ...part };
}

export function addFiles(files: File[]): void {
  const added = files.map((file) => {
    const url = file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
    return { id: randomId(), file, url };
  });
  change({ files: [...draft.value.files, ...added] });
}

export function dropFile(id: string): void {
  const found = draft.value.files.find((one) => one.id === id);
  if (found?.url) URL.revokeObjectURL(found.url);
  change({ files: draft.value.files.filter((one) => one.id !== id) });
}

/** Empties the draft but keeps the display, which the next push often uses too. Returns the old draft. */
export function clear(): Draft {
  const previous = draft.value;
  draft.value = { ...EMPTY, display: previous.display };
  return previous;
}

/** The inputs of the push: the text first, then the files. */
export function inputsOf({ text, files }: Draft): PushInput[] {
  const words = text.trim();
  return [...(words === '' ? [] : [words]), ...files.map(({ file }) => file)];
}

export function modeOf({ display, isAsIs }: Draft): 'auto' | 'manual' | 'hardcode' {
  if (display === '') return 'auto';
  return isAsIs && canShowUnchanged.value ? 'hardcode' : 'manual';
}

function readWords(): Partial<Draft> {
  try {
    return JSON.parse(tabStorage.read(WORDS) ?? '{}') as Partial<Draft>;
  } catch {
    return {};
  }
}

effect(() => {
  const { text, title, display, expires, isUrgent } = draft.value;
  const words = JSON.stringify({ text, title, display, expires, isUrgent });
  tabStorage.write(WORDS, text + title + expires === '' ? null : words);
});
// A user who was signed out finds the draft again after sign-in.
session.subscribe((now) => {
  if (now.state === 'out' && !now.ended && !isEmpty.peek()) draft.value = EMPTY;
});
