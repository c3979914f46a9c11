import type { Json } from './fields.ts';
import { plainName } from './names.ts';

/** How many rows there are, and how an API names the pages that it sends them in. */
const ROWS = /^(?:total|count|total_items|result_count|total_count|total_results)$/;
const PAGES = /^(?:per_page|page_size|total_pages|max_results|start_at)$/;

/** Whether it is how many rows the list beside it has, which the page shows anyway. */
export const countsOwnRows = (name: string, value: unknown, object: Json) =>
  ROWS.test(plainName(name)) &&
  Object.entries(object).some(
    ([other, list]) =>
      (Array.isArray(list) && list.length > 1 && list.length === value) || PAGES.test(plainName(other)),
  );
