import type { ComponentChildren } from 'preact';
import type { Presentation } from '#client/index.ts';
import { ScreenLink } from '../../components/link.tsx';
import { pageTitle } from '../../components/status-words.ts';
import { WallPicture } from '../../components/wall-picture.tsx';

export interface PageRowProps {
  page: Presentation;
  /** Its time, or why it was not shown. */
  note?: ComponentChildren;
  actions?: ComponentChildren;
}

/** One page in a list. Its title links to the Content that it was made of. */
export function PageRow({ page, note, actions }: PageRowProps) {
  const [first] = page.contentIds;
  const contentId = typeof first === 'object' ? first.id : first;
  const title = <bdi>{pageTitle(page)}</bdi>;
  return (
    <li class="page-row">
      <WallPicture page={page} alt="" empty="" lazy />
      <div class="page-row-text">
        <h3>{contentId ? <ScreenLink to={`/library/${contentId}`}>{title}</ScreenLink> : title}</h3>
        {note && <p class="page-row-note">{note}</p>}
      </div>
      {actions && <div class="page-row-actions">{actions}</div>}
    </li>
  );
}
