import test from 'ava';
import { readFacts } from './read-facts.ts';

/** Tasks and messages of known services: the words of people are shown, with who wrote them. */

test('a task of Todoist shows when it recurs, and its priority as in the app', (t) => {
  const page = readFacts({
    event_name: 'item:added',
    user_id: '2671355',
    initiator: {
      email: 'alice@example.com',
      full_name: 'Alice',
      id: '2671355',
      image_id: 'ad38',
      is_premium: true,
    },
    version: '9',
    triggered_at: '2026-11-28T10:39:38.000000Z',
    event_data: {
      added_at: '2026-11-28T10:39:38.000000Z',
      added_by_uid: '2671355',
      assigned_by_uid: null,
      checked: false,
      child_order: 3,
      collapsed: false,
      content: 'Water the olive tree',
      deadline: null,
      description: 'Half a can, not the leaves',
      due: { date: '2026-11-30', is_recurring: true, lang: 'en', string: 'every monday', timezone: null },
      duration: null,
      id: '6X7r',
      is_deleted: false,
      labels: ['Garden', 'Anna'],
      priority: 4,
      project_id: '6Jf8',
      section_id: null,
      sync_id: null,
      url: 'https://app.todoist.com/app/task/6X7r',
      user_id: '2671355',
    },
  });
  t.is(page.title, 'Water the olive tree');
  for (const fact of ['when: every monday', 'priority: p1', 'note: Half a can, not the leaves'])
    t.true(page.facts.includes(fact), fact);
  t.is(page.omitted, 0);
});

test('tasks of ClickUp show who does them', (t) => {
  const page = readFacts({
    tasks: [
      ['Order the timber', 'in progress', 'high', '1796115600000', 'Tom Baker'],
      ['Paint the fence', 'to do', 'normal', '1796547600000', 'Ida Holm'],
      ['Call the plumber', 'to do', 'urgent', null, 'Ida Holm'],
    ].map(([name, status, priority, due, who], i) => ({
      id: `86c${i}`,
      custom_id: null,
      name,
      text_content: null,
      description: null,
      status: { id: 'p1', status, color: '#87909e', orderindex: 0, type: 'open' },
      orderindex: '100.00',
      date_created: '1795683600000',
      date_updated: '1795683600000',
      date_closed: null,
      archived: false,
      creator: {
        id: 183,
        username: 'Ida Holm',
        color: '#827718',
        email: 'ida@example.com',
        profilePicture: null,
      },
      assignees: [{ id: 184, username: who, color: '#1', initials: 'TB', email: 't@example.com' }],
      watchers: [],
      checklists: [],
      tags: [],
      parent: null,
      priority: { color: '#f8ae00', id: '2', orderindex: '2', priority },
      due_date: due,
      start_date: null,
      points: null,
      time_estimate: null,
      team_id: '90120',
      url: 'https://app.clickup.com/t/86c',
      list: { id: '9012', name: 'House', access: true },
      project: { id: '901', name: 'hidden', hidden: true, access: true },
      folder: { id: '901', name: 'hidden', hidden: true, access: true },
      space: { id: '9011' },
    })),
    last_page: true,
  });
  t.is(page.title, 'House');
  t.deepEqual(
    page.rows?.map((row) => row.at(-1)),
    ['Tom Baker', 'Ida Holm', 'Ida Holm'],
  );
});

test('an attachment of Slack keeps the line above its title', (t) => {
  const page = readFacts({
    channel: '#ops',
    username: 'Deploy',
    attachments: [
      {
        color: '#36a64f',
        fallback: 'Deploy of shop failed',
        pretext: 'Deploy of shop failed',
        author_name: 'Buildkite',
        title: 'Build 812',
        title_link: 'https://b.example/812',
        text: 'Migration 0042 timed out after 300 s.',
        fields: [
          { title: 'Branch', value: 'main', short: true },
          { title: 'Started by', value: 'Mia Krystof', short: true },
        ],
        footer: 'buildkite',
        ts: 1795861200,
      },
    ],
  });
  t.is(page.title, 'Build 812');
  t.true(page.facts.includes('about: Deploy of shop failed'));
  t.deepEqual(page.rows?.[1], ['Started by', 'Mia Krystof']);
});

test('a message of Signal keeps its lines and its group', (t) => {
  const page = readFacts({
    envelope: {
      source: '+4917012345',
      sourceNumber: '+4917012345',
      sourceUuid: 'a-b',
      sourceName: 'Grandma',
      sourceDevice: 1,
      timestamp: 1795861200000,
      serverReceivedTimestamp: 1795861200100,
      serverDeliveredTimestamp: 1795861200200,
      dataMessage: {
        timestamp: 1795861200000,
        message: 'Train arrives at 18:42.\nNo need to cook!',
        expiresInSeconds: 0,
        viewOnce: false,
        groupInfo: { groupId: 'x==', groupName: 'Family', revision: 3, type: 'DELIVER' },
      },
    },
    account: '+4915199',
  });
  t.is(page.title, 'Grandma');
  t.is(page.text, 'Train arrives at 18:42.\nNo need to cook!');
  t.true(page.facts.includes('group: Family'));
});

test('a message of Telegram is from a person with both names', (t) => {
  const page = readFacts({
    update_id: 10000,
    message: {
      message_id: 1365,
      from: {
        id: 1111,
        is_bot: false,
        first_name: 'Tom',
        last_name: 'Baker',
        username: 'tb',
        language_code: 'en',
      },
      chat: { id: -100, title: 'House 12', type: 'group' },
      date: 1795861200,
      text: 'The lift is out of order until Friday.',
    },
  });
  t.true(page.facts.includes('from: Tom Baker'));
});

test('a card of Teams shows its facts as rows', (t) => {
  const page = readFacts({
    '@type': 'MessageCard',
    '@context': 'http://schema.org/extensions',
    themeColor: '0076D7',
    summary: 'Larry created a task',
    sections: [
      {
        activityTitle: 'Larry Bryant created a new task',
        activitySubtitle: 'On Project Tango',
        activityImage: 'https://x.example/i.png',
        facts: [
          { name: 'Assigned to', value: 'Ida Holm' },
          { name: 'Due date', value: '4 December' },
          { name: 'Status', value: 'Not started' },
        ],
        markdown: true,
      },
    ],
  });
  t.is(page.title, 'Larry Bryant created a new task');
  t.deepEqual(page.rows?.[0], ['Assigned to', 'Ida Holm']);
});
