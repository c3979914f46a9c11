import { claimUrl } from '../claim-codes/claim-url.ts';
import type { DisplayContext } from '../context.ts';
import { admitEnrolment, type EnrolmentRequest } from '../pairing/admit-enrolment.ts';
import { enrollPanel } from '../pairing/enroll-panel.ts';
import { noticeOf, notices } from '../polling/notices.ts';
import { noticeAddress } from '../polling/picture-address.ts';
import { drawPages } from '../polling/poll-panel.ts';
import type { PollRecords } from '../polling/poll-record.ts';
import { withResponseTimeout } from '../polling/with-response-timeout.ts';
import type { PanelHeaders } from './read-headers.ts';

/** Size of the firmware's buffer for the message, terminator included. */
const MESSAGE_BYTES = 127;

export interface SetUpDeps {
  context: DisplayContext;
  records: Pick<PollRecords, 'byHardwareId'>;
  report: (error: Error) => void;
}

export type SetupResponse =
  | { status: 200; api_key: string; friendly_id: string; image_url: string; message: string }
  | { status: 404; message: string };

/**
 * Enrols a panel: returns its key, its claim code, and a picture that the oldest firmware accepts. A refusal is a
 * message, which firmware shows if the body has the status 404; the response itself is `200`. The panel's next request
 * comes within the same wake, so its claim page is drawn now.
 */
export async function setUp(
  { context, records, report }: SetUpDeps,
  { hardwareId, firmware, model }: PanelHeaders,
  request: EnrolmentRequest,
): Promise<SetupResponse> {
  if (hardwareId === null) return refusal('This panel does not say its ID (its MAC address).');
  const enroll = async () => {
    await admitEnrolment(context, request);
    const identity = { hardwareId, firmware, model, protocol: 'trmnl' } as const;
    return { ...(await enrollPanel(context, identity)), panel: await records.byHardwareId(hardwareId) };
  };
  try {
    const { thingName, password, claim, panel } = await withResponseTimeout(enroll());
    // If this fails, a worker or the next request draws it.
    if (panel) await withResponseTimeout(drawPages(context, panel.id)).catch(() => {});
    return {
      status: 200,
      api_key: password,
      friendly_id: claim?.code ?? thingName,
      image_url: noticeAddress(context.config, 'logo', 'bmp'),
      message: message(
        claim
          ? `Claim this panel: code ${claim.code} at ${claimUrl(context.config, '').replace('?code=', '')}`
          : 'This panel has its key again.',
      ),
    };
  } catch (error) {
    const notice = noticeOf(error);
    if (!notice) report(error as Error);
    const { title, text } = notices[notice ?? 'unreachable'];
    return refusal(`${title}. ${text}`);
  }
}

function refusal(text: string): SetupResponse {
  return { status: 404, message: message(text) };
}

function message(text: string): string {
  const ascii = text.replace(/[^\x20-\x7e]/g, '');
  return ascii.length > MESSAGE_BYTES ? `${ascii.slice(0, MESSAGE_BYTES - 3)}...` : ascii;
}
