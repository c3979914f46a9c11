import { IDENTIFYING_COLUMNS } from './column-order.ts';
import { plainName } from './names.ts';

/** Limits: letters of a part of a title, letters between its parts, columns that are compared. */
const MIN_PART = 3;
const MAX_BETWEEN = 6;
const MAX_COMPARED = 40;

/** Removes a title that is composed of two other columns in each record: `M 5.1 - 34 km W of Pólis`. */
export function removeComposedTitle(fields: Map<string, string>[]): Map<string, string>[] {
  const [first] = fields;
  if (!first || fields.length < 2 || first.size > MAX_COMPARED) return fields;
  const isComposed = (name: string) =>
    IDENTIFYING_COLUMNS.includes(plainName(name)) &&
    fields.every((one) => {
      const title = one.get(name) ?? '';
      const parts = [...one].filter(
        ([other, value]) => other !== name && value.length >= MIN_PART && title.includes(value),
      );
      const letters = parts.reduce((sum, [, value]) => sum + value.length, 0);
      return parts.length >= 2 && letters >= title.length - MAX_BETWEEN && letters <= title.length;
    });
  const gone = [...first.keys()].filter(isComposed);
  if (gone.length !== 1) return fields;
  return fields.map((one) => new Map([...one].filter(([name]) => !gone.includes(name))));
}
