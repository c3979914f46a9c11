import test from 'ava';
import { layOutTemplate, type TemplateName } from '#worker/layout/templates/index.ts';

const WIDGETS = [
  { width: 170, height: 170 },
  { width: 360, height: 170 },
  { width: 250, height: 122 },
];
const WORDS =
  'The cat slept on the radiator all afternoon and did not move when the post came. Vet on Tuesday at four, bring the green box and the papers from the drawer.';
const WIDE = { fileId: 'wide', width: 1700, height: 1000, kind: 'photo' } as const;

const layOut = (name: TemplateName, parameters: object, viewport: { width: number; height: number }) =>
  layOutTemplate(name, parameters as never, viewport, 'monochrome').elements;
type Elements = ReturnType<typeof layOut>;
const textOf = (elements: Elements, id: string) => {
  const found = elements.find((one) => one.id === id);
  return found?.type === 'text' ? found.properties.text : '';
};

test('words with a picture on a small page are all there, or the others are counted', (t) => {
  for (const viewport of WIDGETS) {
    for (const [name, parameters] of [
      ['photo', { image: WIDE, caption: WORDS }],
      ['photo', { image: { ...WIDE, kind: 'drawing' }, caption: WORDS }],
      ['gallery', { images: [WIDE, WIDE], caption: WORDS }],
      ['gallery', { images: [WIDE, WIDE], title: WORDS }],
    ] as const) {
      const elements = layOut(name, parameters, viewport);
      const text = textOf(elements, 'title' in parameters ? 'title' : 'caption');
      const [, shown = text, more = '0'] = /^(.*)… \+ (\d+)$/s.exec(text) ?? [];
      const words = WORDS.split(' ');
      t.is(shown, words.slice(0, words.length - Number(more)).join(' '), `${name} at ${viewport.width}`);
      t.not(shown, '');
    }
  }
});

test('a wide picture above a text in a column is as wide as the column, without bands', (t) => {
  for (const image of [
    { ...WIDE, width: 3000 },
    { ...WIDE, width: 3000, focus: { x: 20, y: 100, width: 960, height: 800, faces: true } },
    { ...WIDE, width: 3000, kind: 'drawing' },
  ]) {
    const items = [
      { title: 'The harbour at dawn', image },
      { title: 'Invoice 2044', summary: 'Two covers and a cable, to be paid by Friday.' },
      { title: 'The lake is clean again', summary: 'Swimmers are back after ten years.' },
    ];
    const elements = layOut('digest', { items }, { width: 800, height: 480 });
    t.falsy(elements.find(({ id }) => id === 'image-0-ground'));
    const picture = elements.find(({ id }) => id === 'image-0')!;
    const title = elements.find(({ id }) => id.startsWith('text-item-0-'))!;
    t.true(picture.frame.height <= Math.ceil(picture.frame.width / 3) + 1);
    t.true(title.frame.y >= picture.frame.y + picture.frame.height);
    t.true(title.frame.y - picture.frame.y - picture.frame.height < 30);
  }
});

test('a wide picture alone in a column stands without bands', (t) => {
  const image = { ...WIDE, focus: { x: 20, y: 100, width: 960, height: 800, faces: true } };
  const items = [{ title: '', image }, { title: 'Invoice 2044' }, { title: 'The lake is clean again' }];
  const elements = layOut('digest', { items }, { width: 800, height: 480 });
  const { frame } = elements.find(({ id }) => id === 'image-0')!;
  t.true(Math.abs(frame.height - (frame.width * 1000) / 1700) <= 1);
});
