import type { FrameFormat } from '#shared/picture-formats.ts';
import type { ButtonAction, Protocol, WakeReason } from '../models/device.ts';

/** The last response to a panel, and the state of its download. */
export interface LastResponse {
  at: Date;
  seconds: number;
  /** The reason for the time of the next poll; null for the interval. */
  reason: WakeReason | null;
  commandId: string;
  frameId: string;
  /** Whether the frame is a system page and not a presentation. */
  isPage: boolean;
  frameSha256: string;
  encoding: string;
  picture: string;
  /** Since when every response has had this picture. */
  since: Date;
  /** Responses with this picture since its last download began. */
  repeats: number;
  salt: number;
  /** Seconds of sleep that the panel reported with this request. */
  sleptSeconds: number | null;
}

/** A polling panel, with all values that determine the response. */
export interface PollingPanel {
  id: string;
  hardwareId: string;
  secretHash: string;
  nextSecretHash: string | null;
  protocol: Protocol;
  model: string | null;
  format: FrameFormat;
  width: number;
  height: number;
  userId: string | null;
  pollSeconds: number | null;
  button: ButtonAction | null;
  pendingPresentationId: string | null;
  reportedPresentationId: string | null;
  reportedSha256: string | null;
  lastResponse: LastResponse | null;
  /** The panel has reported that it cannot show the last picture. */
  hasFailed: boolean;
  /** The picture whose download began last, and the last one that was downloaded completely. */
  begunPicture: string | null;
  sentPicture: string | null;
  sentAt: Date | null;
}
