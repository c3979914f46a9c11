import type { Trx } from '#shared/db/open.ts';
import type { Problem } from '#shared/errors.ts';

/** What happened to a presentation, told in the transaction in which it happened. */
export interface PresentationEvent {
  presentationId: string;
  userId: string;
  /** Null for a targetless presentation. */
  displayId: string | null;
  analysisId: string | null;
  contentIds: string[];
}

/** Satisfied by whoever keeps the contents and analyses that presentations came from. */
export interface PresentationEvents {
  rendered(trx: Trx, event: PresentationEvent): Promise<void>;
  renderFailed(trx: Trx, event: PresentationEvent & { problem: Problem }): Promise<void>;
  published(trx: Trx, event: PresentationEvent): Promise<void>;
  confirmed(trx: Trx, event: PresentationEvent): Promise<void>;
  deliveryFailed(trx: Trx, event: PresentationEvent & { problem: Problem }): Promise<void>;
}
