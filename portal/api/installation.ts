import { type ReadonlySignal, signal } from '@preact/signals';
import type { Result } from '#client/index.ts';
import { boxUrl } from '../base.ts';
import { anonymousConnection } from '../session/anonymous.ts';

export type Installation = Extract<Result<'get_api_app_v1_installation'>, { publicUrl: string }>;

const found = signal<Installation | null>(null);
/** The settings that the box returns before sign-in; null until they are loaded. */
export const installation: ReadonlySignal<Installation | null> = found;

/** @throws {PlacardError} when the box cannot be reached */
export async function loadInstallation(): Promise<void> {
  found.value = await anonymousConnection.json<Installation>({
    method: 'GET',
    path: 'api/app/v1/installation',
  });
}

/** Loads it again, because a deleted account may have been the last one. It is null meanwhile. */
export async function reloadInstallation(): Promise<void> {
  const previous = found.value;
  found.value = null;
  await loadInstallation().catch(() => {
    found.value = previous;
  });
}

/** Call it after a sign-in: there is an account, so sign-out leads to sign-in and not to registration. */
export function noteAccount(): void {
  if (found.value && !found.value.hasAccounts) found.value = { ...found.value, hasAccounts: true };
}

/** Rewrites a signed address to the origin of this page: a box may be opened under another address than its public one. */
export function localUrl(url: string): string {
  const publicUrl = found.value?.publicUrl.replace(/\/*$/, '/');
  return publicUrl && url.startsWith(publicUrl) ? boxUrl.href + url.slice(publicUrl.length) : url;
}
