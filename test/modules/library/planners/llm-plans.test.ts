import test from 'ava';
import { actionsOf, article, content, display, photo, recorder, request, text } from './material.ts';
import { KEY, note, pages, scriptedModel } from './model.ts';

const wall = display('Wall');
const milk = () => request([content([text('Buy milk')])], { displays: [wall] });

test('an answer becomes a plan, with pictures and links put back for their labels', async (t) => {
  const lead = article('The harbour is closed to cars. '.repeat(30), {}, 'lead-picture');
  const { planner, requests } = scriptedModel([
    pages((_target, { material }) => {
      const [asset] = material[0].assets;
      const parameters = {
        title: 'No cars',
        summary: 'Closed.',
        url: asset.link,
        image: asset.picture.label,
        date: null,
      };
      return { template: 'article', title: 'Harbour', parameters };
    }),
  ]);
  const progress = recorder();
  const plan = await planner.plan(request([content([lead])], { displays: [wall] }), progress);
  t.deepEqual(actionsOf(plan), [
    {
      displayId: wall.id,
      template: 'article',
      title: 'Harbour',
      parameters: {
        title: 'No cars',
        summary: 'Closed.',
        url: 'https://gazette.example/harbour',
        image: { fileId: 'lead-picture', width: 900, height: 600 },
      },
    },
  ]);
  t.deepEqual(progress.notes[0]?.data.promptTokens, 900);
  t.is(requests[0]?.authorization, `Bearer ${KEY}`);
  t.like(requests[0]?.body, { model: 'small-model', max_tokens: 2000, temperature: 0 });
  t.like(requests[0]?.body.response_format, { type: 'json_schema', json_schema: { strict: true } });
});

test('the schema is valid for strict structured output', async (t) => {
  const { planner, requests } = scriptedModel([note('Buy milk')]);
  await planner.plan(
    request([content([photo('a'), photo('b'), text('Two')])], { displays: [wall] }),
    recorder(),
  );
  let objects = 0;
  const walk = (node: any): void => {
    if (Array.isArray(node)) {
      for (const one of node) walk(one);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'object') {
      objects += 1;
      t.false(node.additionalProperties);
      t.deepEqual(node.required, Object.keys(node.properties));
    }
    for (const word of ['default', '$schema', 'format', 'maxLength', 'minLength'])
      t.false(word in node, word);
    Object.values(node).forEach(walk);
  };
  walk(requests[0]?.schema);
  t.true(objects > 10);
  t.notRegex(JSON.stringify(requests[0]?.schema), /fileId/);
});

for (const [what, wrap] of Object.entries<(json: string) => string>({
  'in a code fence': (json) => `\`\`\`json\n${json}\n\`\`\``,
  'after its thoughts': (json) => `<think>{"maybe": 1} {</think>\n${json}`,
  'between polite words': (json) => `Here you are: ${json} Anything else?`,
})) {
  test(`an answer ${what} is read`, async (t) => {
    const { planner } = scriptedModel([
      (request) => ({ says: wrap(JSON.stringify(note('Buy milk')(request).says)) }),
    ]);
    t.is(actionsOf(await planner.plan(milk(), recorder()))[0]?.template, 'note');
  });
}

test('a parameter that a server does not support is omitted from then on', async (t) => {
  const refuse = (word: string) => () => ({
    status: 400,
    body: JSON.stringify({ error: { message: word } }),
  });
  const { planner, requests } = scriptedModel([
    refuse("Unsupported parameter: use 'max_completion_tokens'"),
    refuse("Unsupported value: 'temperature'"),
    refuse('response_format is not supported'),
    refuse('response_format is not supported'),
    note('Buy milk'),
    note('Buy eggs'),
  ]);
  await planner.plan(milk(), recorder());
  await planner.plan(milk(), recorder());
  t.deepEqual(
    requests.map(({ body }) => [body.response_format?.type, 'max_tokens' in body, 'temperature' in body]),
    [
      ['json_schema', true, true],
      ['json_schema', false, true],
      ['json_schema', false, false],
      ['json_object', false, false],
      [undefined, false, false],
      [undefined, false, false],
    ],
  );
});

test('the model may answer "nothing" only where that is allowed', async (t) => {
  const nothing = () => ({ says: { reason: 'Nothing new.', outcome: 'nothing', pages: [] } });
  const old = content([text('Buy milk')], { role: 'context' });
  const may = scriptedModel([nothing]);
  const planRequest = request([old], { displays: [wall], mayDecline: true });
  t.deepEqual(await may.planner.plan(planRequest, recorder()), {
    outcome: 'no_change',
    reason: 'Nothing new.',
  });
  const mayNot = scriptedModel([nothing, note('Buy milk')]);
  t.is((await mayNot.planner.plan(milk(), recorder())).outcome, 'presentations');
  t.is(mayNot.requests.length, 2);
});

test('an intent that names no display is given to the model, without the material', async (t) => {
  const [lounge, desk] = [
    display('Lounge', { shows: { title: 'Old SECRET', since: new Date(0) } }),
    display('Desk'),
  ];
  const { planner, requests } = scriptedModel([
    ({ task }) => ({ says: { reason: 'Desk', displays: [task.displays[1].display] } }),
    note('Buy milk'),
  ]);
  const planRequest = request([content([text('SECRET words')], { title: 'SECRET title' })], {
    displays: [lounge, desk],
    intent: 'where I do my homework',
  });
  const progress = recorder();
  t.is(actionsOf(await planner.plan(planRequest, progress))[0]?.displayId, desk.id);
  t.deepEqual(progress.kinds, ['reading_brief', 'choosing_layout']);
  t.true(JSON.stringify(requests[0]?.body).includes('homework'));
  t.notRegex(JSON.stringify(requests[0]?.body), /SECRET/);
  t.notRegex(JSON.stringify(requests[1]?.body), /Lounge|Desk/);
});

test('when the model chooses no display, the state of the displays decides', async (t) => {
  const both = [display('Lounge', { online: false }), display('Desk')];
  const { planner } = scriptedModel([() => ({ says: { reason: '', displays: [] } }), note('Buy milk')]);
  const planRequest = request([content([text('Buy milk')])], { displays: both, intent: 'make it large' });
  t.is(actionsOf(await planner.plan(planRequest, recorder()))[0]?.displayId, both[1]?.id);
});

test('long material is cut to the token limit of a request', async (t) => {
  const words = Array.from({ length: 30 }, (_, index) =>
    content([text(`${index} ${'word '.repeat(15_000)}`)]),
  );
  const { planner, requests } = scriptedModel([note('Words')], { maxInputTokens: 8000 });
  await planner.plan(request(words, { displays: [wall] }), recorder());
  const { messages } = requests[0]?.body ?? { messages: [] };
  const bytes = Buffer.byteLength(messages.map((message) => message.content).join(''));
  t.true(bytes < 8000 * 3 * 1.1, `${bytes} bytes`);
  t.true((requests[0]?.material.length ?? 0) > 3);
});
