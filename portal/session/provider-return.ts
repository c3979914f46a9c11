import { signal } from '@preact/signals';

/** The result of a sign-in with a provider, for the sign-in screen. */
export const providerReturn = signal<{ error: string | null; notice: string | null } | null>(null);
