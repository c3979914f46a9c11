import type { Preview } from '#client/index.ts';
import { displays } from '../../store/displays.ts';
import { t } from '../../strings/index.ts';

/** Pages dot by dot, each in the frame of its panel. */
export function PreviewPages({ preview }: { preview: Preview | null }) {
  if (!preview || preview.pages.length === 0) return null;
  return (
    <div class="compose-pages">
      {preview.pages.map(({ displayId, image, title, width, height }) => {
        const name = displayId ? displays.value?.get(displayId)?.name : null;
        return (
          <figure key={displayId}>
            <div class="wall-picture">
              <img src={image} width={width} height={height} alt={t.compose.pageAlt(title, name ?? null)} />
            </div>
            {name && <figcaption>{t.compose.onDisplay(name)}</figcaption>}
          </figure>
        );
      })}
      {preview.morePages > 0 && <p>{t.compose.morePages(preview.morePages)}</p>}
    </div>
  );
}
