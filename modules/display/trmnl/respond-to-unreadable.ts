import type { Config } from '#shared/config.ts';
import type { RespondToUnreadable } from '#shared/http/malformed-request.ts';
import { notices } from '../polling/notices.ts';
import { DEFAULT_POLL_SECONDS } from '../polling/poll-seconds.ts';
import { noticeResponse } from './display-response.ts';

const REQUEST_LINE = /^(?:GET|POST) \/+api\/+(setup|display|log)\/*[ ?]/;

/**
 * Responds to a panel whose request cannot be read, because its headers are too long or malformed, like to others: with
 * 200, a picture and an interval, or 204 for a log. Null for requests of other clients.
 */
export function respondToUnreadablePanel(config: Pick<Config, 'PUBLIC_URL'>): RespondToUnreadable {
  return (head) => {
    switch (REQUEST_LINE.exec(head)?.[1]) {
      case 'display': {
        const headers = { firmware: undefined, isPressed: false };
        return { status: 200, body: noticeResponse(config, headers, 'unreadable', DEFAULT_POLL_SECONDS) };
      }
      case 'setup':
        return { status: 200, body: { status: 404, message: notices.unreadable.text } };
      case 'log':
        return { status: 204 };
      default:
        return null;
    }
  };
}
