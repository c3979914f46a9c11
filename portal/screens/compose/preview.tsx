import type { ComponentChildren } from 'preact';
import type { Presentation, Preview } from '#client/index.ts';
import { pageTitle } from '../../components/status-words.ts';
import { WallPicture } from '../../components/wall-picture.tsx';
import { displays } from '../../store/displays.ts';
import { isDrawn } from '../../store/pictures.ts';
import { t } from '../../strings/index.ts';

/** The remaining pages are only counted. */
const MAX_PAGES = 4;

/** Pages of a preview in their original pixels, each in the frame of its panel. */
export function PreviewPages({ preview: { pages, morePages } }: { preview: Preview }) {
  if (pages.length === 0) return null;
  return (
    <Pages more={morePages}>
      {pages.map(({ displayId, image, title, width, height }) => {
        const name = nameOf(displayId);
        return (
          <Figure key={displayId} name={name}>
            <div class="wall-picture">
              <img src={image} width={width} height={height} alt={t.compose.pageAlt(title, name)} />
            </div>
          </Figure>
        );
      })}
    </Pages>
  );
}

/** The pages of a push as their panels show them; the preview until they are rendered. */
export function SentPages({ pages, preview }: { pages: (Presentation | null)[]; preview: Preview | null }) {
  const drawn = pages.filter((page) => page !== null).filter(isDrawn);
  if (drawn.length === 0 || drawn.length < pages.length) return preview && <PreviewPages preview={preview} />;
  return (
    <Pages more={drawn.length - MAX_PAGES}>
      {drawn.slice(0, MAX_PAGES).map((page) => (
        <Figure key={page.id} name={nameOf(page.displayId)}>
          <WallPicture page={page} alt={pageTitle(page)} />
        </Figure>
      ))}
    </Pages>
  );
}

function Pages({ more, children }: { more: number; children: ComponentChildren }) {
  return (
    <div class="compose-pages">
      {children}
      {more > 0 && <p>{t.compose.morePages(more)}</p>}
    </div>
  );
}

function Figure({ name, children }: { name: string | null; children: ComponentChildren }) {
  return (
    <figure>
      {children}
      {name && <figcaption>{t.compose.onDisplay(name)}</figcaption>}
    </figure>
  );
}

function nameOf(displayId: string | null): string | null {
  return (displayId && displays.value?.get(displayId)?.name) || null;
}
