import type { IncomingMessage } from 'node:http';
import { drainRequest } from '#shared/http/drain.ts';
import type { PanelLink } from '../delivery/panel-link.ts';
import type { PanelEvent } from '../panel-log/panel-event.ts';
import { findPanel } from '../polling/find-panel.ts';
import type { PollRecords } from '../polling/poll-record.ts';
import type { PollingPanel } from '../polling/polling-panel.ts';
import { withResponseTimeout } from '../polling/with-response-timeout.ts';
import { type LogEntry, readLogEntries } from './log-entries.ts';
import { type PanelHeaders, readHeaders } from './read-headers.ts';

const MAX_LOG_BYTES = 64 * 1024;

/** Words of an entry that mean that a picture could not be drawn, or not be fetched. */
const ABOUT_DRAWING = /decod|pars(e|ing) image|image format|too big|allocate .*image|bmp header|png header/i;
const ABOUT_THE_TRANSFER = /incomplete|timed out|connection|rssi|refused|http client/i;

export interface LogDeps {
  records: PollRecords;
  link: Pick<PanelLink, 'log' | 'confirm'>;
  report: (error: Error) => void;
}

/**
 * Stores the entries that a panel sends. An entry which means that a picture could not be drawn counts as a failure of
 * the last picture. Never fails, because firmware would send the same log repeatedly.
 */
export async function takeLog(deps: LogDeps, incoming: IncomingMessage): Promise<void> {
  try {
    const entries = readLogEntries(await readBounded(incoming));
    if (entries.length > 0) await withResponseTimeout(keep(deps, readHeaders(incoming.headers), entries));
  } catch (error) {
    deps.report(error as Error);
  }
}

async function keep({ records, link }: LogDeps, headers: PanelHeaders, entries: LogEntry[]): Promise<void> {
  const found = await findPanel(records, headers);
  if (found.kind !== 'panel') return;
  const { panel } = found;
  const events = entries.map((detail): PanelEvent => ({ deviceId: panel.id, kind: 'panel_logged', detail }));
  await link.log(events);
  const failure = entries.find(
    ({ message }) => ABOUT_DRAWING.test(message) && !ABOUT_THE_TRANSFER.test(message),
  );
  if (failure) await failLastPicture(link, panel, failure.message);
}

/** Entries do not contain the picture: it is the last one sent, and it fails once per response. */
async function failLastPicture(
  link: LogDeps['link'],
  { id, lastResponse }: PollingPanel,
  error: string,
): Promise<void> {
  if (!lastResponse || lastResponse.isPage) return;
  const { commandId, frameId: presentationId, frameSha256: sha256 } = lastResponse;
  await link.confirm(id, 0, { commandId, presentationId, sha256, error, cause: 'show' });
}

/** Reads the body. Returns an empty text if it is too long, and drops the rest. */
async function readBounded(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of incoming.iterator({ destroyOnReturn: false })) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
    if (length > MAX_LOG_BYTES) break;
  }
  if (length <= MAX_LOG_BYTES) return Buffer.concat(parts).toString('utf8');
  // After the loop, because the iterator above blocks the request.
  await drainRequest(incoming);
  return '';
}
