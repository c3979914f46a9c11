import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../strings/index.ts';
import { Icon } from './icon.tsx';
import { ScreenLink } from './link.tsx';

export interface PageProps {
  title: string;
  /** The back link: path of a screen and its label. */
  back?: { to: string; label: string };
  actions?: ComponentChildren;
  /** `form`: a narrow column. */
  width?: 'wide' | 'form';
  children?: ComponentChildren;
}

let isFirst = true;

/** The layout of a screen. Its heading gets the focus after navigation from another screen. */
export function Page({ title, back, actions, width = 'wide', children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === t.app.name ? title : `${title} · ${t.app.name}`;
  }, [title]);
  useEffect(() => {
    const hasFocus = heading.current?.closest('main')?.contains(document.activeElement);
    if (!isFirst && !hasFocus) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <div class={`page page-${width}`}>
      {back && (
        <ScreenLink to={back.to} class="page-back">
          <Icon name="back" /> {back.label}
        </ScreenLink>
      )}
      <div class="page-head">
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        {actions && <div class="page-actions">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
