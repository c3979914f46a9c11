import { signal } from '@preact/signals';
import type { Preview } from '#client/index.ts';
import { placard } from '../../api/placard.ts';
import { toast } from '../../components/toast.ts';
import { session } from '../../session/credentials.ts';
import { contents } from '../../store/caches.ts';
import { t } from '../../strings/index.ts';
import { clear, type Draft, draft, inputsOf, isEmpty, modeOf, pushKey } from './draft.ts';

/** A push of this tab with its draft and preview. */
export interface Sent {
  contentId: string;
  draft: Draft;
  preview: Preview | null;
}

const MAX_SENT = 5;

/** The newest first. */
export const sent = signal<Sent[]>([]);
/** Id of the Content that was just pushed, until its progress is shown. */
export const justSent = signal<string | null>(null);
session.subscribe(({ state }) => {
  if (state === 'out') sent.value = [];
});

/** Pushes the draft and empties it. A failure leaves it unchanged. @throws {PlacardError} */
export async function send(preview: Preview | null): Promise<void> {
  const pushed = draft.value;
  const { content } = await placard.push(inputsOf(pushed), {
    mode: modeOf(pushed),
    ...(pushed.display && { display: pushed.display }),
    ...(pushed.title.trim() && { title: pushed.title.trim() }),
    ...(pushed.isUrgent && { urgent: true }),
    ...(pushed.expires.trim() && { expires: pushed.expires.trim() }),
    idempotencyKey: pushKey.value,
    timeoutMs: 10 * 60_000, // a photograph on a slow line
  });
  contents.watch(content.id);
  justSent.value = content.id;
  sent.value = [{ contentId: content.id, draft: pushed, preview }, ...sent.value].slice(0, MAX_SENT);
  // A draft that was changed meanwhile stays.
  if (draft.value === pushed) clear();
}

/** Deletes a push and restores its draft. @throws {PlacardError} */
export async function undoPush({ contentId, draft: before }: Sent): Promise<void> {
  await placard.contents.delete(contentId);
  sent.value = sent.value.filter((one) => one.contentId !== contentId);
  if (isEmpty.value) draft.value = before;
  toast(t.compose.takenBack);
}
