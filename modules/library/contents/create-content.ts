import { type AuthorisedDisplay, normaliseOutput } from '#modules/display';
import type { Trx } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import type { LibraryContext } from '../context.ts';
import { Content } from '../models/content.ts';
import type { ContentView } from '../models/content-view.ts';
import { isBinary, RawUploadItem } from '../models/raw-upload-item.ts';
import { requiredEntitlements } from '../required-entitlements.ts';
import type { UploadTicketDto } from '../schemas.ts';
import { indexContent } from '../search/index-content.ts';
import { checkStorageLimit } from '../uploads/check-storage-limit.ts';
import { issueTickets } from '../uploads/issue-tickets.ts';
import { storedFilename } from './asset-rules.ts';
import type { OwnContentRequest } from './content-request.ts';
import { expiryOf } from './expiry.ts';
import { processingBytes } from './start-processing.ts';

export interface Submission {
  userId: string;
  request: OwnContentRequest;
}

/** The id of a new Content, and a ticket for each image or file. */
export interface PreparedContent {
  id: string;
  tickets: UploadTicketDto[];
}

/** A Content that was stored in this transaction, and its display. */
export interface StoredContent extends ContentView {
  display: AuthorisedDisplay | null;
}

/** Signs the tickets, before the transaction of `storeContent`, because some stores need the network for it. */
export async function prepareContent(
  context: LibraryContext,
  submission: Submission,
): Promise<PreparedContent> {
  const id = newId();
  return { id, tickets: await issueTickets(context, newItems(submission, id).filter(isBinary)) };
}

/**
 * Stores a submission that has passed all rules that need no query. Starts no processing. Checks that the plan and the
 * storage limit would allow the processing, and reserves nothing.
 * @throws {AppError} `400 invalid_request` of its expiry; `403 access_denied`, `404 display_not_found`; `402`, `403`,
 * `429` of the plan; `503` when the user's storage is used up
 */
export async function storeContent(
  context: LibraryContext,
  trx: Trx,
  { id, userId, request }: Submission & { id: string },
): Promise<StoredContent> {
  const { mode, output, displayId } = request;
  const display = displayId ? await context.display.authoriseDisplay(trx, userId, displayId) : null;
  const expiresAt = await expiryOf(context, trx, { userId, displayId }, request);
  // Without a mode there is no processing.
  if (mode)
    await context.billing.check(
      trx,
      userId,
      requiredEntitlements({ ai: mode !== 'hardcode', display: !output }),
    );
  const items = newItems({ userId, request }, id);
  const binaries = items.filter(isBinary);
  const content = newContent(request, {
    id,
    userId,
    awaitsUpload: binaries.length > 0,
    expiresAt,
    now: context.clock.now(),
  });
  const view = { content, items };
  const bytes = binaries.reduce((sum, { sizeBytes }) => sum + sizeBytes, processingBytes(view));
  await checkStorageLimit(context, trx, { userId, bytes });
  await Content.query(trx).insert(content);
  await RawUploadItem.query(trx).insert(items);
  await indexContent(trx, view, []);
  return { ...view, display };
}

function newContent(
  request: OwnContentRequest,
  {
    id,
    userId,
    awaitsUpload,
    expiresAt,
    now,
  }: { id: string; userId: string; awaitsUpload: boolean; expiresAt: Date | null; now: Date },
): Content {
  const mode = request.mode ?? null;
  return new Content().$set({
    id,
    userId,
    mode,
    displayId: request.displayId ?? null,
    title: request.title?.trim() || null,
    intent: request.intent?.trim() || null,
    urgent: request.urgent ?? false,
    expiresAt,
    output: request.output ? normaliseOutput(request.output) : null,
    // Without a mode there is no confirm, so a Content without uploads is ready at once.
    state: mode === null && !awaitsUpload ? 'ready' : 'pending',
    stage: mode === null ? null : 'awaiting_upload',
    uploadStatus: awaitsUpload ? 'awaiting_upload' : 'complete',
    warnings: [],
    failure: null,
    presentationIds: [],
    analysisIds: [],
    createdAt: now,
    updatedAt: now,
  });
}

function newItems({ userId, request }: Submission, contentId: string): RawUploadItem[] {
  return request.assets.map((asset, assetIndex) => newItem(asset, { contentId, assetIndex, userId }));
}

type AssetRequest = OwnContentRequest['assets'][number];
type ItemPlace = Pick<RawUploadItem, 'contentId' | 'assetIndex' | 'userId'>;

/** Keeps the fields of the asset's type and drops all others. */
function newItem(asset: AssetRequest, place: ItemPlace): RawUploadItem {
  const binary = asset.type === 'image' || asset.type === 'file';
  return new RawUploadItem().$set({
    ...place,
    type: asset.type,
    text: asset.type === 'text' ? (asset.text ?? null) : null,
    url: asset.type === 'link' ? (asset.url ?? null) : null,
    filename: binary ? storedFilename(asset.filename ?? '') : null,
    contentType: binary ? (asset.contentType ?? null) : null,
    sizeBytes: binary ? (asset.sizeBytes ?? null) : null,
    uploadState: binary ? 'pending' : 'uploaded',
    heldBytes: binary ? (asset.sizeBytes ?? 0) : 0,
  });
}
