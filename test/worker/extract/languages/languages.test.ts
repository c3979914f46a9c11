import test from 'ava';
import { eld } from 'eld/small';
// Behind index.ts: the pure functions of worker/extract have none.
import { createDetector, loadEldData } from '#worker/extract/languages/eld.ts';
import { ngramTable, writeNgrams } from '#worker/extract/languages/ngram-table.ts';

const { type, languages, ngrams } = loadEldData();
const table = ngramTable(writeNgrams(ngrams));

test('every n-gram has its scores in the table, and others have none', (t) => {
  const names = Object.keys(ngrams);
  t.true(names.length > 50_000);
  const differing = names.filter(
    (name) => JSON.stringify(table[name]) !== JSON.stringify(ngrams[name]) || table[`${name}x`],
  );
  t.deepEqual(differing, []);
  for (const none of ['', ' ', '\u0000', '\uffff', 'toString', '\n', '\t']) t.is(table[none], undefined);
});

test('a detector with the table finds what that of the package finds', (t) => {
  const detector = createDetector({ type, languages, ngrams: table });
  const texts = [
    'The committee met on Tuesday and will meet again next week.',
    'Der Ausschuss tagt am Dienstag und danach erst wieder im Herbst.',
    'Le comité se réunit mardi, puis de nouveau la semaine prochaine.',
    'O comité reúne-se na terça-feira e volta a reunir-se na próxima semana.',
    'Комитет собирается во вторник и снова на следующей неделе.',
    'تجتمع اللجنة يوم الثلاثاء ثم مرة أخرى في الأسبوع المقبل',
    'समिति मंगलवार को बैठती है',
    'Milk, bread, 12 eggs',
    'ok',
    '',
  ];
  for (const text of texts) {
    const [own, its] = [detector.detect(text), eld.detect(text)];
    t.deepEqual(
      [own.language, own.isReliable(), own.getScores()],
      [its.language, its.isReliable(), its.getScores()],
      text,
    );
  }
  t.is(detector.detect(texts[1] as string).language, 'de');
});
