import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Keys that are held in memory: some 20 MB. */
const MAX_KEYS_IN_MEMORY = 100_000;
/** Spilled keys are split into files by this many leading hex digits of their hash: 256 files. */
const FILE_NAME_DIGITS = 2;

/** Keys of objects with the same bytes. */
export interface NamedObject {
  sha256: string;
  keys: string[];
}

/** A set of object keys of any size: keys beyond `maxHeld` are spilled to files in a folder. */
export class NamedKeys {
  readonly #folder: string;
  readonly #maxHeld: number;
  #held = new Set<string>();

  constructor(folder: string, maxHeld = MAX_KEYS_IN_MEMORY) {
    this.#folder = folder;
    this.#maxHeld = maxHeld;
  }

  add(key: string): void {
    this.#held.add(key);
    if (this.#held.size >= this.#maxHeld) this.#spill();
  }

  clear(): void {
    this.#held.clear();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** In the order of their hashes. */
  *objects(): Generator<NamedObject> {
    if (!existsSync(this.#folder)) return yield* grouped(this.#held);
    this.#spill();
    for (let n = 0; n < 16 ** FILE_NAME_DIGITS; n++) {
      const file = join(this.#folder, n.toString(16).padStart(FILE_NAME_DIGITS, '0'));
      if (existsSync(file)) yield* grouped(new Set(readFileSync(file, 'latin1').trimEnd().split('\n')));
    }
  }

  #spill(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const files = Map.groupBy(this.#held, (key) => hashOf(key).slice(0, FILE_NAME_DIGITS));
    for (const [name, keys] of files)
      appendFileSync(join(this.#folder, name), `${keys.join('\n')}\n`, { mode: 0o600 });
    this.#held.clear();
  }
}

function* grouped(keys: Set<string>): Generator<NamedObject> {
  const objects = Map.groupBy(keys, hashOf);
  for (const sha256 of [...objects.keys()].sort()) yield { sha256, keys: (objects.get(sha256) ?? []).sort() };
}

/** Object keys end in the hash of their bytes. */
function hashOf(key: string): string {
  return key.slice(-64);
}
