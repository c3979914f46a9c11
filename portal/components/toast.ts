import { signal } from '@preact/signals';

export interface Toast {
  id: number;
  text: string;
  kind: 'info' | 'error';
  action: { label: string; run: () => unknown } | undefined;
}

const SHOWN_MS = 6_000;
/** For errors and toasts with a button. */
const SHOWN_LONG_MS = 12_000;

export const toasts = signal<Toast[]>([]);
let made = 0;

export interface ToastOptions {
  kind?: 'info' | 'error';
  action?: { label: string; run: () => unknown };
}

/** Shows a short message for a while, which screen readers announce. */
export function toast(text: string, { kind = 'info', action }: ToastOptions = {}): void {
  const id = ++made;
  toasts.value = [...toasts.value.filter((one) => one.text !== text), { id, text, kind, action }].slice(-3);
  setTimeout(() => dismiss(id), kind === 'error' || action ? SHOWN_LONG_MS : SHOWN_MS);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}
