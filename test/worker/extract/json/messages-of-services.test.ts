import test from 'ava';
import { readFacts } from './read-facts.ts';

/** What services that watch others, take bookings, keep tasks and pass on messages send. */

test('an incident is its state, and what it is about', (t) => {
  const page = readFacts({
    event: {
      event_type: 'incident.triggered',
      occurred_at: '2026-11-20T09:20:00.000Z',
      agent: { summary: 'Tenex Engineer' },
      data: {
        number: 2,
        status: 'triggered',
        created_at: '2026-11-20T09:20:00Z',
        title: 'Disk of db-1 is almost full',
        service: { summary: 'Orders database' },
        assignees: [{ summary: 'Anna Berg' }],
        priority: { summary: 'P1' },
        urgency: 'high',
      },
    },
  });
  t.like(page, {
    title: 'Disk of db-1 is almost full',
    lead: 'status',
    facts: [
      'status: triggered',
      'urgency: high',
      'priority: P1',
      'service: Orders database',
      'assigned to: Anna Berg',
      'number: 2',
      'since: 2026-11-20T09:20:00Z',
      'by: Tenex Engineer',
    ],
  });
});

test('a service is its state, with a row for each of its parts', (t) => {
  const page = readFacts({
    page: { name: 'GitHub' },
    components: [
      { name: 'Git Operations', status: 'operational' },
      { name: 'Actions', status: 'partial_outage' },
      { name: 'Pages', status: 'operational' },
    ],
    incidents: [{ name: 'Delays in starting Actions', impact: 'major' }],
    status: { indicator: 'major', description: 'Partial System Outage' },
  });
  t.like(page, {
    title: 'GitHub',
    lead: 'status',
    facts: ['status: Partial System Outage', 'incident: Delays in starting Actions', 'impact: major'],
    header: ['part', 'status'],
    rows: [
      ['Git Operations', 'operational'],
      ['Actions', 'partial outage'],
      ['Pages', 'operational'],
    ],
  });
});

test('an alarm is its text in its lines, above the facts', (t) => {
  const page = readFacts({
    action: 'Create',
    alert: {
      alertId: '052652ac-5d1c-464a-812a-7dd18bbfba8c',
      message: 'Backup of nas failed',
      tags: ['nas', 'backup'],
      tinyId: '10',
      entity: 'nas',
      createdAt: 1795000000000,
      username: 'nagios@home.example',
      description: 'The nightly backup stopped after 3 of 12 volumes.\nThe disk is full.',
      source: 'nagios',
      priority: 'P2',
    },
  });
  t.like(page, {
    title: 'Backup of nas failed',
    facts: [
      'action: Create',
      'priority: P2',
      'source: nagios',
      'number: 10',
      'entity: nas',
      'tags: nas, backup',
      'since: 2026-11-18T11:06:40.000Z',
      'by: nagios@home.example',
    ],
    text: 'The nightly backup stopped after 3 of 12 volumes.\nThe disk is full.',
  });
});

test('a booked appointment says with whom, when and where it is', (t) => {
  const page = readFacts({
    event: 'invitee.created',
    payload: {
      email: 'mia@example.com',
      name: 'Mia Larsen',
      questions_and_answers: [{ answer: 'The new kitchen', question: 'What shall we talk about?' }],
      status: 'active',
      scheduled_event: {
        name: '30 minutes with Ole',
        start_time: '2026-11-24T12:30:00.000000Z',
        end_time: '2026-11-24T13:00:00.000000Z',
        location: { type: 'zoom' },
      },
    },
  });
  t.like(page, {
    title: '30 minutes with Ole',
    facts: [
      'with: Mia Larsen',
      'start: 2026-11-24T12:30:00.000000Z',
      'end: 2026-11-24T13:00:00.000000Z',
      'status: active',
      'place: zoom',
      'e-mail: mia@example.com',
      'question: What shall we talk about?',
      'answer: The new kitchen',
    ],
  });
});

test('a filled form is a row for each question with its answer', (t) => {
  const page = readFacts({
    event_type: 'form_response',
    form_response: {
      submitted_at: '2026-11-20T08:17:02Z',
      definition: {
        title: 'Summer party',
        fields: [
          { id: 'DlXFaesGBpoF', title: 'Your name' },
          { id: 'b', title: 'Do you come?' },
        ],
      },
      answers: [
        { text: 'Ida Holm', field: { id: 'DlXFaesGBpoF' } },
        { boolean: true, field: { id: 'b' } },
        { choice: { label: 'Salad' }, field: { ref: 'what_do_you_bring' } },
        { number: 3, field: { ref: 'how_many' } },
      ],
    },
  });
  t.like(page, {
    title: 'Summer party',
    facts: ['sent: 2026-11-20T08:17:02Z'],
    header: ['question', 'answer'],
    rows: [
      ['Your name', 'Ida Holm'],
      ['Do you come?', 'yes'],
      ['what_do_you_bring', 'Salad'],
      ['how_many', '3'],
    ],
  });
});

test('a chosen option is shown by its label', (t) => {
  const page = readFacts({
    eventType: 'FORM_RESPONSE',
    data: {
      formName: 'Bike repair',
      createdAt: '2026-11-20T08:50:30.000Z',
      fields: [
        { label: 'Name', value: 'Per Holm' },
        {
          label: 'What is broken?',
          value: ['f4c3a2e1-0000-4000-8000-000000000001'],
          options: [{ id: 'f4c3a2e1-0000-4000-8000-000000000001', text: 'Brakes' }, {}],
        },
        { label: 'When can we call?', value: 'After 17:00' },
      ],
    },
  });
  t.like(page, {
    title: 'Bike repair',
    facts: ['sent: 2026-11-20T08:50:30.000Z'],
    header: ['question', 'answer'],
    rows: [
      ['Name', 'Per Holm'],
      ['What is broken?', 'Brakes'],
      ['When can we call?', 'After 17:00'],
    ],
  });
});

test('pages of Notion are rows of the values that their properties have', (t) => {
  const page = readFacts({
    object: 'list',
    results: [
      {
        object: 'page',
        properties: {
          Name: { type: 'title', title: [{ plain_text: 'Paint the fence' }] },
          Status: { type: 'status', status: { name: 'In progress' } },
          Due: { type: 'date', date: { start: '2026-11-28' } },
        },
      },
      {
        properties: {
          Name: { type: 'title', title: [{ plain_text: 'Order firewood' }] },
          Status: { type: 'status', status: { name: 'Done' } },
          Due: { type: 'date', date: { start: '2026-11-12' } },
        },
      },
    ],
  });
  t.like(page, {
    header: ['page', 'status', 'date'],
    rows: [
      ['Paint the fence', 'In progress', '2026-11-28'],
      ['Order firewood', 'Done', '2026-11-12'],
    ],
  });
});

test('a changed issue is its key and summary, above its state', (t) => {
  const page = readFacts({
    webhookEvent: 'jira:issue_updated',
    user: { displayName: 'Ole Berg' },
    issue: {
      key: 'HUS-12',
      fields: {
        summary: 'Boiler makes noise',
        issuetype: { name: 'Bug' },
        project: { name: 'House' },
        priority: { name: 'High' },
        status: { name: 'In Progress' },
        assignee: { displayName: 'Mia Larsen' },
        description: 'It knocks every morning around six.',
        duedate: '2026-11-27',
      },
    },
  });
  t.like(page, {
    title: 'HUS-12 · Boiler makes noise',
    facts: [
      'event: issue updated',
      'status: In Progress',
      'priority: High',
      'assignee: Mia Larsen',
      'due: 2026-11-27',
      'type: Bug',
      'project: House',
      'by: Ole Berg',
      'description: It knocks every morning around six.',
    ],
  });
});

test('a message for phones is its text in its lines', (t) => {
  const page = readFacts({
    appid: 5,
    message:
      'Watchtower updates on nas\nFound new linuxserver/sonarr:latest image (a1b2c3d4)\nStopping /sonarr with SIGTERM\nCreating /sonarr',
    title: 'Updates',
    priority: 5,
  });
  t.like(page, {
    title: 'Updates',
    text: 'Watchtower updates on nas\nFound new linuxserver/sonarr:latest image (a1b2c3d4)\nStopping /sonarr with SIGTERM\nCreating /sonarr',
  });
});

test('a card of a messenger is its text above its fields', (t) => {
  const page = readFacts({
    username: 'Backup',
    embeds: [
      {
        title: 'Backup finished',
        description: 'All volumes are copied.',
        fields: [
          { name: 'Size', value: '412 GB' },
          { name: 'Lasted', value: '1 h 12 min' },
          { name: 'Errors', value: '0' },
        ],
        timestamp: '2026-11-20T03:12:00.000Z',
        footer: { text: 'nas' },
      },
    ],
  });
  t.like(page, {
    title: 'Backup finished',
    facts: ['from: Backup', 'time: 2026-11-20T03:12:00.000Z', 'note: nas'],
    header: ['name', 'value'],
    rows: [
      ['Size', '412 GB'],
      ['Lasted', '1 h 12 min'],
      ['Errors', '0'],
    ],
    text: 'All volumes are copied.',
  });
});
