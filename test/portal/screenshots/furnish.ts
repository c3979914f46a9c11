import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { drawPhotograph } from '#test/support/images.ts';
import type { Account, Portal } from '#test/support/portal.ts';

export const LONG_NAME = 'The long corridor between workshop and winter garden, left wall';
const WALLS = 100;

/** Pushes pages to a household's displays, some of which have problems, and to a hundred displays of another account. */
export async function furnish(portal: Portal, owner: Account, crowd: Account) {
  const raccoon = await readFile(new URL('../../../docs/images/raccoon.jpg', import.meta.url));
  const { data, width, height } = drawPhotograph(1600, 960, 3);
  const mountains = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();

  /** Pushes a page and waits until the panel shows it. */
  async function show({ id, panel }: Awaited<ReturnType<Portal['wall']>>, body: string | Buffer) {
    const contentId = await portal.push(owner, id, body);
    for (;;) {
      const { body: content } = await owner.client.get(`/api/app/v1/contents/${contentId}`);
      const [presentationId] = content.presentationIds;
      if (presentationId) return panel.confirmed(presentationId);
      await pause(100);
    }
  }

  const kitchen = await portal.wall(owner, 'Kitchen', { battery: 82 });
  for (const body of ['# Shopping\n- Milk\n- Bread\n- Tomatoes\n- Coffee', mountains, raccoon])
    await show(kitchen, body);
  const hall = await portal.wall(owner, 'Hall', { battery: 9 });
  await show(hall, 'Piano tuner comes at 14:30.\nPlease leave the side gate open.');
  const long = await portal.wall(owner, LONG_NAME, { battery: null });
  await show(long, mountains);
  const failing = await portal.wall(owner, 'Workshop', { faults: { fail: 'the panel ran out of memory' } });
  await portal.push(owner, failing.id, 'Mind the fresh varnish');
  await failing.panel.events.until(({ what }) => what === 'failed');
  const asleep = await portal.wall(owner, 'Bedroom', { battery: 47, sleeps: true });
  await show(asleep, 'Good night');
  await asleep.panel.sleep();
  await portal.push(owner, asleep.id, 'Good morning');
  await portal.wall(owner, 'Office');

  for (let n = 1; n <= WALLS; n++) await portal.wall(crowd, `Room ${String(n).padStart(3, '0')}`);
  return { kitchen: kitchen.id, long: long.id, asleep: asleep.id };
}
