import test from 'ava';
import { furnitureLanguages, wordsFor } from '#worker/layout/furniture-words.ts';
import {
  layOutTemplate,
  type TemplateName,
  type TemplateParameters,
} from '#worker/layout/templates/index.ts';

const PANEL = { width: 800, height: 480 };
const picture = { fileId: 'a', width: 1600, height: 900 };

function textsOf<Name extends TemplateName>(name: Name, parameters: TemplateParameters<Name>): string[] {
  const scene = layOutTemplate(name, parameters, PANEL, 'monochrome');
  return scene.elements.flatMap((element) => (element.type === 'text' ? [element.properties.text] : []));
}

test('labels of pages are in the given language', (t) => {
  const paper = { title: 'Jahresbericht', body: 'Ein Satz.', kind: 'PDF', pages: 3, language: 'de' };
  t.true(textsOf('document', paper).some((text) => text.includes('3 SEITEN')));
  const url = 'https://example.org/a';
  const link = { title: 'Un titre', summary: 'Une phrase.', url, language: 'fr' };
  t.true(textsOf('article', link).includes(wordsFor('fr').phrases.readOn));
});

test('that an event is cancelled, put off or sold out is on its page, in every language', (t) => {
  const said = { cancelled: 'cancelled', postponed: 'postponed', sold_out: 'soldOut' } as const;
  for (const language of furnitureLanguages) {
    for (const [status, phrase] of Object.entries(said)) {
      const event = { title: 'Jazz', facts: ['2026-12-01'], status: status as keyof typeof said, language };
      const words = wordsFor(language).phrases[phrase];
      t.true(
        textsOf('article', event).some((text) => text.split('\n').includes(words)),
        `${language} ${status}`,
      );
    }
  }
});

test("an empty calendar says so under its name and the reader's current day, in every language", (t) => {
  for (const language of furnitureLanguages) {
    const given = { events: [], language, now: '2026-11-22T23:30:00Z', timeZone: 'Europe/Oslo' };
    const texts = textsOf('agenda', { ...given, title: 'Family' }).map((text) => text.replaceAll('\n', ' '));
    t.true(texts.includes('Family') && texts.includes(wordsFor(language).phrases.noEvents), texts.join());
    const day = new Intl.DateTimeFormat(wordsFor(language).locale, { day: 'numeric' }).format(
      new Date('2026-11-23T12:00:00Z'),
    );
    t.true(
      textsOf('agenda', given).some((text) => text.includes(day)),
      `${language} ${day}`,
    );
  }
});

const LONG = Array.from({ length: 60 }, (_, index) => `word${index}`);

for (const [name, parameters] of [
  ['slides', { image: picture, pages: 12 }],
  ['ticket', { code: { fileId: 'c', width: 25, height: 25 } }],
  ['document', { image: picture, body: 'A sentence of the paper.' }],
  ['article', { summary: 'A sentence of the page.' }],
] as const) {
  test(`a title that is too long for ${name} says how many words are missing`, (t) => {
    const title = LONG.join(' ').slice(0, 399);
    const words = title.split(' ').length;
    const texts = textsOf(name, { ...parameters, title } as never);
    const shown = texts.find((text) => text.startsWith('word0'))!;
    const missing = /… \+ (\d+)$/.exec(shown)?.[1];
    const kept = shown.replace(/… \+ \d+$/, '').split(' ').length;
    t.is(kept + Number(missing ?? 0), words, shown);
  });
}
