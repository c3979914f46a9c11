import type { Trx } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import type { DisplayContext } from './context.ts';
import { enqueueRender } from './create-presentations.ts';
import { SystemFrame } from './models/system-frame.ts';
import type { SystemPage } from './ports.ts';

/**
 * Enqueues the rendering of a system page, once per subject (the claim code, or the binding's id). The panel's gateway
 * is notified when it is ready.
 */
export async function requestSystemPage(
  context: Pick<DisplayContext, 'clock' | 'jobs'>,
  trx: Trx,
  { deviceId, subject, page }: { deviceId: string; subject: string; page: SystemPage },
): Promise<void> {
  // Not through the model, which would return the given row even after a conflict.
  const [inserted] = await trx(SystemFrame.tableName)
    .insert({
      id: newId(),
      device_id: deviceId,
      kind: page.kind,
      subject,
      created_at: context.clock.now(),
    })
    .onConflict(['device_id', 'kind', 'subject'])
    .ignore()
    .returning<{ id: string }[]>('id');
  if (!inserted) return;
  await enqueueRender(context, trx, { kind: 'system_page', systemFrameId: inserted.id, source: page });
}
