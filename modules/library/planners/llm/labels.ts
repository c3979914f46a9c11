import { randomText } from '#shared/ids.ts';

/** Random labels for ids and addresses, new for each run, so that no text can contain one. */
export interface Labels<Value> {
  of(value: Value, key: string): string;
  meaning(label: unknown): Value | undefined;
  all(): string[];
}

const ALPHABET = 'bcdfghjkmnpqrstvwxz23456789';

export function createLabels<Value>(kind: string): Labels<Value> {
  const byKey = new Map<string, string>();
  const values = new Map<unknown, Value>();
  return {
    of(value, key) {
      const known = byKey.get(key);
      if (known) return known;
      let label: string;
      do label = `${kind}-${randomText(6, ALPHABET)}`;
      while (values.has(label));
      byKey.set(key, label);
      values.set(label, value);
      return label;
    },
    meaning: (label) => values.get(label),
    all: () => [...values.keys()] as string[],
  };
}
