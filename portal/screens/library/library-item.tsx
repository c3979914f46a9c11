import type { Content } from '#client/index.ts';
import { Icon } from '../../components/icon.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { Time } from '../../components/time.tsx';
import { WallPicture } from '../../components/wall-picture.tsx';
import { presentations } from '../../store/caches.ts';
import { t } from '../../strings/index.ts';

/** One Content in the list: its first page, name and state. */
export function LibraryItem({ content }: { content: Content }) {
  const [first] = content.presentationIds;
  const page = first ? presentations.watch(first).value.value : null;
  const name = nameOf(content, page?.title ?? null);
  return (
    <li>
      <ScreenLink to={`/library/${content.id}`} class="library-item">
        <WallPicture page={page} alt="" lazy empty={t.library.states[content.state]} />
        <span class="library-item-name">
          <bdi>{name}</bdi>
        </span>
        <span class="library-item-facts">
          <Icon name={content.assets[0]?.type ?? 'text'} />
          <span>{content.state === 'ready' ? '' : `${t.library.states[content.state]} · `}</span>
          <Time at={content.createdAt} />
        </span>
      </ScreenLink>
    </li>
  );
}

/** The name of a Content: its title, or else that of its page, its first text, link or file name. */
export function nameOf({ title, assets }: Content, pageTitle: string | null): string {
  const [first] = assets;
  const words = first?.text?.trim().split('\n')[0]?.slice(0, 120);
  return title ?? pageTitle ?? (words || first?.url || first?.filename || t.app.untitled);
}
