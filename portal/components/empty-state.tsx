import type { ComponentChildren } from 'preact';

/** Placeholder of an empty list or screen, with what to do. */
export function EmptyState({
  title,
  text,
  action,
}: {
  title: string;
  text?: string;
  action?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action && <div class="empty-actions">{action}</div>}
    </div>
  );
}
