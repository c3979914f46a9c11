import { brand } from '#shared/brand.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { Device } from '../models/device.ts';
import type { RenderTask } from '../models/render-task.ts';
import { SystemFrame } from '../models/system-frame.ts';
import { notifyPanelChanged } from '../notify-panel-changed.ts';
import { PANEL_VIEWPORT } from '../output-profile.ts';
import type { Pages, SceneData, SystemPage } from '../ports.ts';
import { keysOf, storeFrames } from './frame-files.ts';
import { settleTask } from './settle-task.ts';

/** Renders a system page in every format and notifies the panel's gateway. */
export async function renderSystemPage(context: DisplayContext, task: RenderTask): Promise<void> {
  const { db, store, pixels, pages } = context;
  const frame = await SystemFrame.query(db).findById(task.systemFrameId as string);
  const device = frame && (await Device.query(db).findById(frame.deviceId));
  if (!frame || !device) return;
  if (frame.files) return settleTask(context, db, task.id, 'done');

  const scene = layOut(pages, task.source as SystemPage);
  const { toneExponent, tone } = device;
  const options = { ...PANEL_VIEWPORT, toneExponent, tone };
  const frames = await pixels.renderFrames({ kind: 'scene', scene, images: {} }, options);
  const files = await storeFrames(store, `devices/${device.id}/pages/${frame.id}`, frames);

  await inTransaction(db, async (trx) => {
    await SystemFrame.query(trx).patch({ files }).where({ id: frame.id }).whereNull('files');
    await settleTask(context, trx, task.id, 'done');
    await notifyPanelChanged(trx, device.id);
  });
  const kept = await SystemFrame.query(db).findById(frame.id).select('id');
  if (!kept) await store.remove(keysOf(files));
}

function layOut(pages: Pages, page: SystemPage): SceneData {
  return page.kind === 'claim_code'
    ? pages.claimPage({ code: page.code, claimUrl: page.claimUrl, brand: brand.name })
    : pages.welcomePage({ name: page.name });
}
