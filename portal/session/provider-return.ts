import { signal } from '@preact/signals';

/** What a sign-in with a provider came back with, for the screen that says so. */
export const providerReturn = signal<{ error: string | null; notice: string | null } | null>(null);
