import { signal } from '@preact/signals';
import type { Preview } from '#client/index.ts';
import { placard } from '../../api/placard.ts';
import { toast } from '../../components/toast.ts';
import { session } from '../../session/credentials.ts';
import { contents } from '../../store/things.ts';
import { t } from '../../strings/index.ts';
import { clear, type Draft, draft, inputsOf, isEmpty, modeOf, pushKey } from './draft.ts';

/** A push of this tab, and what it looked like before. */
export interface Sent {
  contentId: string;
  draft: Draft;
  preview: Preview | null;
}

const MAX_SENT = 5;

/** The newest first. */
export const sent = signal<Sent[]>([]);
/** The content of the push that nothing has been said of yet. */
export const justSent = signal<string | null>(null);
session.subscribe(({ state }) => {
  if (state === 'out') sent.value = [];
});

/** Pushes the draft and empties it. What fails leaves it as it is. @throws {PlacardError} */
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
  contents.look(content.id);
  justSent.value = content.id;
  sent.value = [{ contentId: content.id, draft: pushed, preview }, ...sent.value].slice(0, MAX_SENT);
  // What was typed while it went out stays.
  if (draft.value === pushed) clear();
}

/** Takes a push back and puts what it was into the draft again. @throws {PlacardError} */
export async function takeBack({ contentId, draft: before }: Sent): Promise<void> {
  await placard.contents.delete(contentId);
  sent.value = sent.value.filter((one) => one.contentId !== contentId);
  if (isEmpty.value) draft.value = before;
  toast(t.compose.takenBack);
}
