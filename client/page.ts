/** One page of a list. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
  hasMore: boolean;
}

/** Await it for the first page, or iterate over it for every item of every page. */
export type Listing<T> = Promise<Page<T>> & AsyncIterable<T>;

/** A list that is read page by page as it is iterated over. `read` gets the cursor of each page but the first. */
export function listing<T>(read: (cursor?: string) => Promise<Page<T>>): Listing<T> {
  const first = read();
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      let page = await first;
      yield* page.items;
      while (page.hasMore && page.nextCursor !== null) {
        page = await read(page.nextCursor);
        yield* page.items;
      }
    },
  });
}
