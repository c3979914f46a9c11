import { ErrorBanner } from './error-banner.tsx';
import { Spinner } from './spinner.tsx';
import type { Loaded } from './use-load.ts';

/** The error of a load, or a spinner until there are data. */
export function LoadStatus({ data, error, reload }: Loaded<unknown>) {
  return error ? <ErrorBanner error={error} retry={reload} /> : data === null ? <Spinner /> : null;
}
