import type { ComponentChildren } from 'preact';
import { href } from '../base.ts';

export interface LinkProps {
  /** Path of a screen, which begins with a slash. */
  to: string;
  class?: string;
  label?: string;
  current?: boolean;
  children?: ComponentChildren;
}

/** A link to a screen. */
export function ScreenLink({ to, class: extra, label, current, children }: LinkProps) {
  return (
    <a href={href(to)} class={extra} aria-label={label} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  );
}
