import type { Json } from './fields.ts';
import { plainName } from './names.ts';

/** Names of the number of rows, and names that only APIs with several pages of results have. */
const ROWS = /^(?:total|count|total_items|result_count|total_count|total_results)$/;
const PAGES = /^(?:per_page|page_size|total_pages|max_results|start_at)$/;

/** Whether a value is the number of rows in the list beside it, which the page shows anyway. */
export const isRowCount = (name: string, value: unknown, object: Json) =>
  ROWS.test(plainName(name)) &&
  Object.entries(object).some(
    ([other, list]) =>
      (Array.isArray(list) && list.length > 1 && list.length === value) || PAGES.test(plainName(other)),
  );
