import test from 'ava';
import { layOutTemplate } from '#worker/layout/templates/index.ts';

const PANEL = { width: 800, height: 480 };
const NOTE = 'Please pay by Friday, Tom. The old one goes back in its box.';
const WIDE = { fileId: 'wide', width: 1700, height: 1000, kind: 'photo' } as const;
const HEADS = { x: 50, y: 0, width: 900, height: 500, faces: true };

const layOut = (name: 'note' | 'slides' | 'document', parameters: object) =>
  layOutTemplate(name, parameters as never, PANEL, 'monochrome').elements;
const frameIn = (elements: ReturnType<typeof layOut>, id: string) =>
  elements.find((one) => one.id === id)?.frame;

test('a short note leaves most of the page to the paper that it is about', (t) => {
  const elements = layOut('slides', { image: { fileId: 'page', width: 1200, height: 1600 }, note: NOTE });
  t.true(frameIn(elements, 'image')!.height > PANEL.height / 2);
});

test('a picture that is too wide to stand beside a short text stands above it', (t) => {
  for (const image of [
    { ...WIDE, focus: HEADS },
    { ...WIDE, kind: 'drawing' },
  ]) {
    const elements = layOut('note', { text: NOTE, image });
    const { y, height, width } = frameIn(elements, 'image')!;
    t.true(Math.min(width, (height * 1700) / 1000) > 0.6 * PANEL.width);
    t.true(frameIn(elements, 'text-0')!.y >= y + height);
    t.true(elements.every(({ frame }) => frame.y + frame.height <= PANEL.height));
  }
});

test('a photograph without heads fills the height beside a long text', (t) => {
  const elements = layOut('note', { text: NOTE.repeat(9), image: WIDE });
  t.is(frameIn(elements, 'image')!.height, PANEL.height);
  t.falsy(frameIn(elements, 'image-ground'));
});

test('a picture of the owner stands beside the text of a paper', (t) => {
  const figure = { key: 'Total', value: '€ 717.97' };
  const blocks = [{ kind: 'paragraph', text: 'Two covers and a cable.' }];
  const elements = layOut('document', { title: 'Invoice', blocks, figure, photo: WIDE });
  const photo = frameIn(elements, 'photo')!;
  t.is(photo.height, PANEL.height);
  const texts = elements.filter(({ type }) => type === 'text');
  t.true(texts.length >= 4);
  for (const { frame } of texts) t.true(frame.x + frame.width <= photo.x);
});

test('the code of an address that counts visitors is that of the address alone', (t) => {
  const codeOf = (url: string) =>
    layOutTemplate(
      'article',
      { title: 'Harbour', summary: NOTE, url } as never,
      PANEL,
      'monochrome',
    ).elements.filter(({ id }) => id.startsWith('qr-'));
  const plain = codeOf('https://gazette.example/harbour?id=7#map');
  t.true(plain.length > 20);
  const counted = `https://gazette.example/harbour?utm_source=newsletter&id=7&utm_campaign=${'autumn'.repeat(60)}&fbclid=${'x'.repeat(200)}#map`;
  t.deepEqual(codeOf(counted), plain);
  t.notDeepEqual(codeOf('https://gazette.example/harbour?id=8#map'), plain);
});

test('words of the owner that leave no line for their paper count its words', (t) => {
  const title = 'Trees of the city: a survey';
  const text = 'One tree in nine is older than the street it stands in.';
  const note =
    'Please read this before the meeting on Tuesday and send me what you think of the part on yards.';
  const wordsOn = (viewport: { width: number; height: number }) => {
    const parameters = { title, note, blocks: [{ kind: 'paragraph', text }] };
    const { elements } = layOutTemplate('document', parameters as never, viewport, 'monochrome');
    return elements.flatMap((one) => (one.type === 'text' ? [one.properties.text] : []));
  };
  t.deepEqual(wordsOn({ width: 170, height: 170 }), [`${note} + 18`]);
  t.true(wordsOn(PANEL).includes(note));
});
