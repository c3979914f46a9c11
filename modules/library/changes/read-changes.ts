import type { DisplayNow, PresentationSummaryDto } from '#modules/display';
import {
  CHANGED_SINCE,
  currentSnapshot,
  type Removal,
  removalsSince,
  type Snapshot,
} from '#shared/db/changes.ts';
import { presentOwnContent } from '../contents/present-content.ts';
import { attachItems } from '../contents/read-content.ts';
import type { LibraryContext } from '../context.ts';
import { Content } from '../models/content.ts';
import type { OwnContentDto } from '../schemas.ts';

/** With more changes of a kind at once, the reader must load everything again. */
const MAX_CHANGES = 200;
const MAX_CONTENTS = 50;
/**
 * Longer texts are cut, because fifty of the largest size are 5 MB. The route of the Content returns them completely.
 */
const MAX_EVENT_TEXT_CHARACTERS = 500;

export interface Changes {
  /** The snapshot from which the next read continues. */
  now: Snapshot;
  removals: Removal[];
  /** All displays, because `online` changes without a write. */
  displays: DisplayNow[];
  presentations: PresentationSummaryDto[];
  contents: OwnContentDto[];
}

/**
 * Reads the changes of a user since a snapshot; null if there are too many. A change that commits meanwhile may be in
 * this and in the next read, but is never missed.
 */
export async function readChanges(
  { db, display }: Pick<LibraryContext, 'db' | 'display'>,
  userId: string,
  since: Snapshot,
): Promise<Changes | null> {
  const now = await currentSnapshot(db);
  // Removals are read first: rows that were removed before are not found by the other reads.
  const removals = await removalsSince(db, userId, since, MAX_CHANGES + 1);
  const presentations = await display.presentationsSince(db, userId, since, MAX_CHANGES + 1);
  const changed = await Content.query(db)
    .where({ user_id: userId })
    .whereRaw(CHANGED_SINCE, [since, since])
    .orderBy('changed_in')
    .limit(MAX_CONTENTS + 1);
  if (removals.length > MAX_CHANGES || presentations.length > MAX_CHANGES || changed.length > MAX_CONTENTS)
    return null;
  const contents = (await attachItems(db, changed)).map(presentOwnContent).map(clipTexts);
  const displays = await display.displaysNow(db, userId);
  return { now, removals, displays, presentations, contents };
}

function clipTexts(content: OwnContentDto): OwnContentDto {
  const assets = content.assets.map((asset) => ({
    ...asset,
    text:
      asset.text &&
      [...asset.text.slice(0, 2 * MAX_EVENT_TEXT_CHARACTERS)].slice(0, MAX_EVENT_TEXT_CHARACTERS).join(''),
  }));
  return { ...content, assets };
}
