import type { Json } from './fields.ts';
import { MAX_MEMBERS } from './limit-members.ts';
import { plainName } from './names.ts';

/** Names of the number of rows, and names that only APIs with several pages of results have. */
const ROWS = /^(?:total|count|total_items|result_count|total_count|total_results)$/;
const PAGES = /^(?:per_page|page_size|total_pages|max_results|start_at)$/;

/** Whether a value is the number of rows in the list beside it, which the page shows anyway. */
export const isRowCount = (name: string, value: unknown, object: Json) =>
  ROWS.test(plainName(name)) &&
  Object.entries(object).some(
    ([other, list]) =>
      (Array.isArray(list) && list.length > 1 && isLength(list, value)) || PAGES.test(plainName(other)),
  );

/** Whether a value is the length of a list, which may have been longer than the limit. */
const isLength = ({ length }: unknown[], value: unknown) =>
  length === value || (length === MAX_MEMBERS && typeof value === 'number' && value > length);
