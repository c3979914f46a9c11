import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../strings/index.ts';
import { Icon } from './icon.tsx';
import { A } from './link.tsx';

export interface PageProps {
  title: string;
  /** Where the way back leads, as a screen's path. */
  back?: { to: string; label: string };
  actions?: ComponentChildren;
  /** `form`: a narrow column. */
  width?: 'wide' | 'form';
  children?: ComponentChildren;
}

let isFirst = true;

/** A screen: its heading, which takes the focus when one comes from another screen, and what is below. */
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
        <A to={back.to} class="page-back">
          <Icon name="back" /> {back.label}
        </A>
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
