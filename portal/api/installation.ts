import { type ReadonlySignal, signal } from '@preact/signals';
import { Placard, type Result } from '#client/index.ts';
import { boxUrl } from '../base.ts';

export type Installation = Extract<Result<'get_api_app_v1_installation'>, { publicUrl: string }>;

const found = signal<Installation | null>(null);
/** What the installation tells before sign-in; null until it is loaded. */
export const installation: ReadonlySignal<Installation | null> = found;

const { connection } = new Placard({ url: boxUrl, token: () => null, maxRetries: 0 });

/** @throws {PlacardError} when the box cannot be reached */
export async function loadInstallation(): Promise<void> {
  found.value = await connection.json<Installation>({ method: 'GET', path: 'api/app/v1/installation' });
}

/** Loads it again after an account was deleted, which may have been the last one. It is null meanwhile. */
export async function askAgain(): Promise<void> {
  const before = found.value;
  found.value = null;
  await loadInstallation().catch(() => {
    found.value = before;
  });
}

/** Notes after a sign-in that there is an account, so that sign-out leads to sign-in and not to registration. */
export function noteAccount(): void {
  if (found.value && !found.value.hasAccounts) found.value = { ...found.value, hasAccounts: true };
}

/** A signed address with the origin of this page, because a box may be opened under another address than its public one. */
export function localUrl(url: string): string {
  const publicUrl = found.value?.publicUrl.replace(/\/*$/, '/');
  return publicUrl && url.startsWith(publicUrl) ? boxUrl.href + url.slice(publicUrl.length) : url;
}
