import { type ReadonlySignal, signal } from '@preact/signals';
import { Placard, type Result } from '#client/index.ts';
import { boxUrl } from '../base.ts';

export type Installation = Extract<Result<'get_api_app_v1_installation'>, { publicUrl: string }>;

const found = signal<Installation | null>(null);
/** How people sign in here; null until it is known. */
export const installation: ReadonlySignal<Installation | null> = found;

const { connection } = new Placard({ url: boxUrl, token: () => null, maxRetries: 0 });

/** @throws {PlacardError} when the box cannot be reached */
export async function loadInstallation(): Promise<void> {
  found.value = await connection.json<Installation>({ method: 'GET', path: 'api/app/v1/installation' });
}

/** Asks once more, after the end of an account that may have been the last one. Nothing is known meanwhile. */
export async function askAgain(): Promise<void> {
  const before = found.value;
  found.value = null;
  await loadInstallation().catch(() => {
    found.value = before;
  });
}

/** Someone has signed in, so there is an account: what the next visitor is asked follows from that. */
export function noteAccount(): void {
  if (found.value && !found.value.hasAccounts) found.value = { ...found.value, hasAccounts: true };
}

/** A signed address as this page reaches it: people open a box under other addresses than its public one. */
export function localUrl(url: string): string {
  const publicUrl = found.value?.publicUrl.replace(/\/*$/, '/');
  return publicUrl && url.startsWith(publicUrl) ? boxUrl.href + url.slice(publicUrl.length) : url;
}
