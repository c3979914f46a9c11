import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { pngOf } from '#client/panel/frame.ts';
import { createTrmnlPanel } from '#gateway/simulator/trmnl/trmnl-panel.ts';
import { launchBrowser } from '#test/support/browser.ts';
import { joinCluster } from '#test/support/cluster/join.ts';
import { type Account, type Portal, startPortal } from '#test/support/portal.ts';
import { DEVICES, drawOn } from './devices.ts';

/**
 * `make hardware-pictures`: what each kind of panel shows, taken from a running installation as that panel takes it, in a
 * drawing of the device, to docs/hardware.
 */
const FOLDER = join(import.meta.dirname, '../../../docs/hardware');
const RACCOON = join(import.meta.dirname, '../../../docs/images/raccoon.jpg');

/** The page with the claim code, as a TRMNL of an installation at that address is sent it. */
async function claimPage(): Promise<Buffer> {
  const portal = await startPortal({ PUBLIC_URL: 'http://192.168.1.20:3000' });
  try {
    const box = `http://127.0.0.1:${portal.config.HTTP_PORT}`;
    const ask = async (path: string, headers: Record<string, string>) =>
      (await (await fetch(box + path, { headers })).json()) as Record<string, string>;
    const ID = '02:00:00:00:00:01';
    const { api_key: key = '' } = await ask('/api/setup', { ID, 'FW-Version': '1.8.15' });
    const { image_url: address = '' } = await ask('/api/display', {
      ID,
      'Access-Token': key,
      'FW-Version': '1.8.15',
    });
    const { pathname, search } = new URL(address);
    const picture = await fetch(box + pathname + search);
    if (!picture.ok) throw new Error(`${address}: ${await picture.text()}`);
    return Buffer.from(await picture.arrayBuffer());
  } finally {
    await portal.close();
  }
}

/** Pushes onto a display, and waits until there is a page of it. */
async function push(
  portal: Portal,
  owner: Account,
  displayId: string,
  body: string | Buffer,
): Promise<string> {
  const contentId = await portal.push(owner, displayId, body);
  for (;;) {
    const { body: content } = await owner.client.get(`/api/app/v1/contents/${contentId}`);
    const [presentationId] = content.presentationIds;
    if (presentationId && content.state === 'ready') return presentationId;
    await pause(100);
  }
}

const claim = async ({ client }: Account, code: string, nickname: string): Promise<string> =>
  (await client.post('/api/app/v1/displays/claim', { body: { code, nickname } })).body.id;

/** What a panel with TRMNL's firmware shows of a push. */
async function trmnl(portal: Portal, owner: Account, id: string, body: string | Buffer): Promise<Buffer> {
  const panel = createTrmnlPanel({ server: portal.url, id });
  await panel.wake('power');
  const displayId = await claim(owner, panel.flash.friendlyId ?? '', id);
  const presentation = await push(portal, owner, displayId, body);
  while (!panel.lastResponse?.image_url.includes(presentation)) await panel.wake();
  if (panel.screen.kind !== 'picture') throw new Error(`It shows ${panel.screen.kind}.`);
  return panel.screen.bytes;
}

/** What `placard panel --exec` hands its command. */
async function computer(portal: Portal, owner: Account, body: string | Buffer): Promise<Buffer> {
  const { id, panel } = await portal.wall(owner, 'Raspberry Pi');
  await panel.confirmed(await push(portal, owner, id, body));
  if (!panel.screen) throw new Error('It shows nothing.');
  return pngOf(panel.screen.frame);
}

/** `/panel` in Chromium, in a window of that size. */
async function browserPanel(
  { portal, owner, browser }: { portal: Portal; owner: Account; browser: Browser },
  {
    name,
    width,
    height,
    rotate = 0,
    greys = 2,
  }: { name: string; width: number; height: number; rotate?: number; greys?: number },
  body: string | Buffer,
): Promise<Buffer> {
  const page = await browser.newPage({ baseURL: portal.url, viewport: { width, height } });
  await page.goto(`/panel?rotate=${rotate}`);
  const code =
    /code ([A-Z0-9]{6})/.exec((await page.locator('#picture').getAttribute('alt')) ?? '')?.[1] ?? '';
  const displayId = await claim(owner, code, name);
  await owner.client.patch(`/api/app/v1/displays/${displayId}`, { body: { greys } });
  const presentation = await push(portal, owner, displayId, body);
  for (;;) {
    const { body: display } = await owner.client.get(`/api/app/v1/displays/${displayId}`);
    if (display.currentPresentationId === presentation) break;
    await pause(100);
  }
  const shot = await page.screenshot();
  await page.close();
  return sharp(shot).rotate(-rotate).png().toBuffer(); // as it hangs
}

const cluster = await joinCluster();
try {
  const portal = await startPortal();
  const browser = await launchBrowser();
  try {
    const save = async (name: keyof typeof DEVICES, shown: Buffer, file: string = name) =>
      writeFile(join(FOLDER, `${file}.png`), await drawOn(browser, DEVICES[name], shown));
    const owner = await portal.account('anna');
    const raccoon = await readFile(RACCOON);
    const stage = { portal, owner, browser };
    await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    await save('trmnl', await claimPage(), 'trmnl-claim');
    const shopping =
      '# Shopping\n- bread\n- milk\n- apples\n- coffee\n- stamps for the letter to grandmother';
    await save('trmnl', await trmnl(portal, owner, '02:00:00:00:00:02', shopping));
    await save('board', await trmnl(portal, owner, '02:00:00:00:00:03', raccoon));
    const week =
      '# This week\n\n| Day | Dinner |\n|---|---|\n| Monday | Pumpkin soup |\n| Tuesday | Pasta |\n| Wednesday | Leftovers |\n| Thursday | Fish and potatoes |';
    await save('raspberry-pi', await computer(portal, owner, week));
    await save('tablet', await browserPanel(stage, { name: 'Tablet', width: 1024, height: 768 }, raccoon));
    const dinner =
      '# Dinner at seven\nThe pot is on the stove, bread is in the oven. Call when the train leaves.';
    await save(
      'kindle',
      await browserPanel(stage, { name: 'Kindle', width: 758, height: 1024, rotate: 90 }, dinner),
    );
    const kobo = { name: 'Kobo', width: 758, height: 1024, rotate: 270, greys: 4 };
    await save('kobo', await browserPanel(stage, kobo, raccoon));
  } finally {
    await browser.close();
    await portal.close();
  }
} finally {
  await cluster.leave();
}
