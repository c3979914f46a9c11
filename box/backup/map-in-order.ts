/** Calls `work` for each item, at most `width` at once, and yields what it returns in the order of the items. */
export async function* mapInOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const underWay: Promise<R>[] = [];
  try {
    for await (const item of items) {
      if (underWay.length === width) yield (await underWay.shift()) as R;
      const working = work(item);
      working.catch(() => {}); // thrown below, in the order of the items
      underWay.push(working);
    }
    while (underWay.length > 0) yield (await underWay.shift()) as R;
  } finally {
    await Promise.allSettled(underWay);
  }
}

/** The items in arrays of `size`; the last one may be shorter. */
export async function* batches<T>(items: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
