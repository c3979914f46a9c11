import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { drawPhotograph } from '#test/support/images.ts';
import type { Account, Portal } from '#test/support/portal.ts';

export const LONG_NAME = 'The long corridor between workshop and winter garden, left wall';
const WALLS = 100;

/** Fills a household's walls with what people push, some of them in trouble, and another's with a hundred panels. */
export async function furnish(portal: Portal, owner: Account, crowd: Account) {
  const raccoon = await readFile(new URL('../../docs/images/raccoon.jpg', import.meta.url));
  const { data, width, height } = drawPhotograph(1600, 960, 3);
  const mountains = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();

  const kitchen = await portal.wall(owner, 'Kitchen', { battery: 82 });
  const shown = () => kitchen.panel.events.list.filter(({ what }) => what === 'confirmed').length;
  const pushes = ['# Shopping\n- Milk\n- Bread\n- Tomatoes\n- Coffee', mountains, raccoon];
  for (const pushed of pushes) {
    const before = shown();
    await portal.push(owner, kitchen.id, pushed);
    const from = kitchen.panel.events.list.length;
    if (shown() === before) await kitchen.panel.events.until(({ what }) => what === 'confirmed', { from });
  }
  const hall = await portal.wall(owner, 'Hall', { battery: 9 });
  await portal.push(owner, hall.id, 'Piano tuner comes at 14:30.\nPlease leave the side gate open.');
  await hall.panel.events.until(({ what }) => what === 'confirmed');
  const long = await portal.wall(owner, LONG_NAME, { battery: null });
  await portal.push(owner, long.id, mountains);
  await long.panel.events.until(({ what }) => what === 'confirmed');
  const failing = await portal.wall(owner, 'Workshop', { faults: { fail: 'the panel ran out of memory' } });
  await portal.push(owner, failing.id, 'Mind the fresh varnish');
  await failing.panel.events.until(({ what }) => what === 'failed');
  const asleep = await portal.wall(owner, 'Bedroom', { battery: 47 });
  await portal.push(owner, asleep.id, 'Good night');
  await asleep.panel.events.until(({ what }) => what === 'confirmed');
  await asleep.panel.sleep();
  await portal.push(owner, asleep.id, 'Good morning');
  await portal.wall(owner, 'Office');

  for (let n = 1; n <= WALLS; n++) await portal.wall(crowd, `Room ${String(n).padStart(3, '0')}`);
  return { kitchen: kitchen.id, long: long.id };
}
