import test from 'ava';
import { layOutTemplate } from '#worker/layout/templates/index.ts';

const VIEWPORT = { width: 800, height: 480 };
const linesOf = (scene: ReturnType<typeof layOutTemplate>) =>
  scene.elements.flatMap((one) => (one.type === 'text' ? String(one.properties.text).split('\n') : []));

test('lines of verse are set small enough to stay whole', (t) => {
  const verse = [
    'Litwo! Ojczyzno moja! ty jesteś jak zdrowie;',
    'Ile cię trzeba cenić, ten tylko się dowie,',
    'Kto cię stracił. Dziś piękność twą w całej ozdobie',
    'Widzę i opisuję, bo tęsknię po tobie.',
  ];
  const scene = layOutTemplate('note', { title: 'Adam', text: verse.join('\n') }, VIEWPORT, 'monochrome');
  const set = linesOf(scene);
  for (const line of verse) t.true(set.includes(line), line);
});

test('one step alone has no number', (t) => {
  const parts = (...lines: string[]) => [{ title: null, lines }];
  const lay = (...steps: string[]) =>
    linesOf(
      layOutTemplate(
        'recipe',
        { title: 'Tea', ingredients: parts('water', 'tea'), steps: parts(...steps) },
        VIEWPORT,
        'monochrome',
      ),
    );
  t.false(lay('Boil and wait.').includes('1.'));
  t.true(lay('Boil.', 'Wait.').includes('1.'));
});
