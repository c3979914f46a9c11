import type { ComponentChildren } from 'preact';

/** Where something will be: what, and how it comes about. */
export function Empty({ title, text, action }: { title: string; text?: string; action?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action && <div class="empty-actions">{action}</div>}
    </div>
  );
}
