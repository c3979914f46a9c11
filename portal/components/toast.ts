import { signal } from '@preact/signals';

export interface Toast {
  id: number;
  text: string;
  kind: 'info' | 'error';
  action: { label: string; run: () => unknown } | undefined;
}

const SHOWN_MS = 6_000;
/** With something to press, or something that went wrong: longer. */
const SHOWN_LONG_MS = 12_000;

export const toasts = signal<Toast[]>([]);
let made = 0;

export interface ToastOptions {
  kind?: 'info' | 'error';
  action?: { label: string; run: () => unknown };
}

/** Says something at the edge of the page, to screen readers too, for a while. */
export function toast(text: string, { kind = 'info', action }: ToastOptions = {}): void {
  const id = ++made;
  toasts.value = [...toasts.value.filter((one) => one.text !== text), { id, text, kind, action }].slice(-3);
  setTimeout(() => dismiss(id), kind === 'error' || action ? SHOWN_LONG_MS : SHOWN_MS);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}
