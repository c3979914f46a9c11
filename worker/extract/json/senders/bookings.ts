import { isObject, type Json, textOf } from '../fields.ts';
import { lowerCase, splitWords } from './forms.ts';
import type { Form, Sender } from './sender.ts';

/** Appointments that are booked, and forms that are filled in. */
export const BOOKINGS: Sender[] = [
  {
    // Calendly
    has: ['event', 'payload/scheduled_event/start_time'],
    title: '{payload/scheduled_event/name}',
    facts: [
      ['with', 'payload/name'],
      ['start', 'payload/scheduled_event/start_time'],
      ['end', 'payload/scheduled_event/end_time'],
      ['status', 'payload/status'],
      [
        'place',
        'payload/scheduled_event/location/location|payload/scheduled_event/location/type',
        splitWords,
      ],
      ['e-mail', 'payload/email'],
      ['question', 'payload/questions_and_answers/0/question'],
      ['answer', 'payload/questions_and_answers/0/answer'],
      ['cancelled because', 'payload/cancellation/reason'],
    ],
    clutter:
      'event created_by created_at updated_at first_name last_name new_invitee old_invitee tracking timezone ' +
      'rescheduled invitees_counter no_show reconfirmation position ' +
      'event_type status type',
  },
  {
    // Cal.com
    has: ['triggerEvent', 'payload/startTime', 'payload/title'],
    title: '{payload/title}',
    facts: [
      ['event', 'triggerEvent', lowerCase],
      ['start', 'payload/startTime'],
      ['end', 'payload/endTime'],
      ['with', 'payload/attendees'],
      ['place', 'payload/location'],
      ['note', 'payload/additionalNotes|payload/description'],
      ['organizer', 'payload/organizer/name'],
      ['status', 'payload/status', lowerCase],
    ],
    clutter:
      'created_at type time_zone time_format language locale destination_calendar ' +
      'booker_url requires_confirmation price currency length username email ' +
      'hide_calendar_notes conference_data translate',
  },
  {
    // Typeform
    has: ['event_type=form_response', 'form_response/answers', 'form_response/definition/fields'],
    title: '{form_response/definition/title}',
    facts: [['sent', 'form_response/submitted_at']],
    rows: {
      of: withQuestions,
      columns: [
        ['question', 'question/title|answer/field/ref'],
        [
          'answer',
          'answer/text|answer/email|answer/number|answer/boolean|answer/date|answer/choice/label|answer/choices/labels|answer/phone_number|answer/url',
          said,
        ],
      ],
    },
    clutter:
      'event_type landed_at type ref allow_multiple_selections allow_other_choice choices endings calculated',
  },
  {
    // Tally
    has: ['eventType=FORM_RESPONSE', 'data/formName', 'data/fields'],
    title: '{data/formName}',
    facts: [['sent', 'data/createdAt']],
    rows: {
      of: 'data/fields',
      columns: [
        ['question', 'label'],
        ['answer', 'value', chosen()],
      ],
    },
    clutter: 'event_type created_at type options',
  },
];

/** The answers to a form, each with its question. */
function withQuestions(root: unknown): unknown[] {
  const { answers, definition } = (root as { form_response: Json }).form_response as Json;
  const asked = isObject(definition) && Array.isArray(definition.fields) ? definition.fields : [];
  const questions = new Map(asked.filter(isObject).map((one) => [one.id, one]));
  return (Array.isArray(answers) ? answers : []).filter(isObject).map((answer) => ({
    answer,
    question: isObject(answer.field) ? questions.get(answer.field.id) : undefined,
  }));
}

/** An answer, or several. */
function said(value: unknown): string | null {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  return (Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value)) || null;
}

/** The labels of the chosen options, whose ids are the value. */
function chosen(): Form {
  return (value, at) => {
    const options = at('options');
    const labels = new Map(
      (Array.isArray(options) ? options : []).filter(isObject).map((one: Json) => [one.id, textOf(one.text)]),
    );
    const names = (Array.isArray(value) ? value : [value]).map((one) => labels.get(one) ?? one);
    return said(names.length === 1 ? names[0] : names);
  };
}
