import { textOf } from '../fields.ts';
import { moment } from './forms.ts';
import type { Sender } from './sender.ts';

/** Messages of people and machines, in the shapes in which services pass them on. */
export const MESSAGES: Sender[] = [
  {
    // ntfy
    has: ['event=message', 'topic', 'message'],
    title: '{title}',
    text: 'message',
    facts: [
      ['topic', 'topic'],
      ['tags', 'tags'],
      ['priority', 'priority'],
      ['time', 'time', moment],
    ],
    clutter: 'event expires content_type click',
  },
  {
    // Gotify
    has: ['appid', 'message', 'priority'],
    title: '{title}',
    text: 'message',
    clutter: 'appid priority date',
  },
  {
    // Discord
    has: ['embeds/0/title'],
    title: '{embeds/0/title}',
    text: 'embeds/0/description|content',
    facts: [
      ['message', 'content'],
      ['from', 'username|embeds/0/author/name'],
      ['time', 'embeds/0/timestamp'],
      ['note', 'embeds/0/footer/text'],
    ],
    rows: {
      of: 'embeds/0/fields',
      columns: [
        ['name', 'name'],
        ['value', 'value'],
      ],
    },
    clutter: 'color inline avatar_url tts type allowed_mentions',
  },
  {
    // Slack, an event
    has: ['event/type', 'event/text', 'team_id'],
    title: '',
    text: 'event/text',
    facts: [
      ['channel', 'event/channel'],
      ['from', 'event/user'],
      ['time', 'event_time', moment],
    ],
    clutter:
      'type client_msg_id ts team event_ts channel_type api_app_id event_time authorizations ' +
      'is_ext_shared_channel event_context event_id token',
  },
  {
    // Slack, attachments
    has: ['attachments/0/text', 'attachments/0/fallback'],
    title: '{attachments/0/title|attachments/0/pretext|text}',
    text: 'attachments/0/text',
    facts: [
      ['message', 'text'],
      [
        'about',
        'attachments/0/pretext',
        (value, at) => (at('attachments/0/title') === undefined ? null : textOf(value)),
      ],
      ['channel', 'channel'],
      ['from', 'attachments/0/author_name|username'],
      ['note', 'attachments/0/footer'],
      ['time', 'attachments/0/ts', moment],
    ],
    rows: {
      of: 'attachments/0/fields',
      columns: [
        ['name', 'title'],
        ['value', 'value'],
      ],
    },
    clutter: 'color short mrkdwn_in icon_emoji fallback title_link',
  },
  {
    // Microsoft Teams
    has: ['@type=MessageCard', 'sections'],
    title: '{title|sections/0/activityTitle|summary}',
    text: 'text|sections/0/text',
    facts: [
      [
        'about',
        'sections/0/activityTitle',
        (value, at) => (at('title') === undefined ? null : textOf(value)),
      ],
      ['by', 'sections/0/activitySubtitle'],
    ],
    rows: {
      of: 'sections/0/facts',
      columns: [
        ['name', 'name'],
        ['value', 'value'],
      ],
    },
    clutter: 'theme_color markdown activity_image',
  },
  {
    // Telegram
    has: ['update_id', 'message/text', 'message/chat'],
    title: '{message/chat/title|message/chat/first_name}',
    text: 'message/text',
    facts: [
      [
        'from',
        'message/from/first_name',
        (value, at) => `${textOf(value)} ${textOf(at('message/from/last_name'))}`.trim(),
      ],
      ['time', 'message/date', moment],
    ],
    clutter: 'update_id message_id is_bot username language_code type entities',
  },
  {
    // Signal
    has: ['envelope/dataMessage/message', 'envelope/sourceNumber'],
    title: '{envelope/sourceName|envelope/sourceNumber}',
    text: 'envelope/dataMessage/message',
    facts: [
      ['from', 'envelope/sourceNumber'],
      ['group', 'envelope/dataMessage/groupInfo/groupName'],
      ['time', 'envelope/timestamp', moment],
    ],
    clutter:
      'source source_device source_uuid timestamp expires_in_seconds view_once account server_received_timestamp ' +
      'server_delivered_timestamp revision type',
  },
];
