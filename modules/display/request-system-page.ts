import type { Trx } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import type { DisplayContext } from './context.ts';
import { enqueueRender } from './create-presentations.ts';
import { SystemFrame } from './models/system-frame.ts';
import type { SystemPage } from './ports.ts';

/**
 * Has a page about the panel itself rendered, once for a subject (the claim code, or the binding's id). The panel's
 * gateway is woken when it is ready.
 */
export async function requestSystemPage(
  context: Pick<DisplayContext, 'clock' | 'jobs'>,
  trx: Trx,
  { deviceId, subject, page }: { deviceId: string; subject: string; page: SystemPage },
): Promise<void> {
  // Not through the model: it would hand back the row it was given even when there was a conflict.
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
