import { arrangePictures } from './arrange-pictures.ts';
import type { Box, Page } from './page.ts';
import { fillFixedFrame } from './put-picture.ts';
import type { PictureParameter } from './template.ts';

/** Puts pictures in rows or columns. The corner of the last one shows the number of `more` further pictures. */
export function putMosaic(page: Page, images: PictureParameter[], room: Box, more = 0): void {
  const boxes = arrangePictures(images, room, Math.max(2, 3 * page.theme.hairline));
  for (const [index, box] of boxes.entries()) fillFixedFrame(page, `image-${index}`, images[index]!, box);
  if (more > 0) putCount(page, more, boxes.at(-1)!);
}

/** `+ 3` on a plate in the corner of the last picture. */
function putCount(page: Page, more: number, box: Box): void {
  const { type, gap, paper } = page.theme;
  const text = `+ ${page.furniture.number(more)}`;
  const style = { size: type.body, weight: 700, maxLines: 1 };
  const { width, bottom } = page.measure(text, { x: 0, y: 0, width: box.width, height: box.height }, style);
  const plate = { width: Math.min(box.width, width + 2 * gap), height: Math.min(box.height, bottom + gap) };
  const x = box.x + box.width - plate.width;
  const y = box.y + box.height - plate.height;
  page.rect('pictures-left-out-plate', { x, y, ...plate }, { fill: paper });
  page.text(
    'pictures-left-out',
    text,
    { x: x + gap, y: y + (gap >> 1), width: plate.width - gap, height: plate.height },
    style,
  );
}
