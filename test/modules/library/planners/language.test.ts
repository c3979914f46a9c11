import test from 'ava';
import { blankAbout } from '#worker/extract/about.ts';
import type { Digest } from '#worker/extract/digest.ts';
// Behind index.ts: the planner is a pure function of its material.
import { clipText, cutIndex } from '../../../../modules/library/planners/clip-text.ts';
import { planByRules } from '../../../../modules/library/planners/rules/rules-planner.ts';
import { actionsOf, article, content, request } from './material.ts';

function pageOf(digest: Partial<Digest>, language: string | null) {
  const one = article('', digest);
  const routing = { kind: 'output' as const, viewport: { width: 800, height: 480 } };
  const [action] = actionsOf(planByRules(request([content([one])], { routing, language })));
  return action?.parameters as Record<string, unknown>;
}

test('the language of the material precedes that of the user', (t) => {
  t.is(pageOf({ title: 'Titel', language: 'de' }, 'fr').language, 'de');
  t.is(pageOf({ title: '123', language: null }, 'fr').language, 'fr');
  t.is(pageOf({ title: '123', language: null }, null).language, undefined);
});

test('Chinese in traditional characters has fixed words in those, below a note and below an article', (t) => {
  const traditional = '今天的圖書館開門時間是上午九點到下午五點，請從後門進來。';
  const simplified = '今天的图书馆开门时间是上午九点到下午五点，请从后门进来。';
  for (const shape of ['note', 'article'] as const) {
    const title = shape === 'article' ? '圖書館' : null;
    t.is(pageOf({ title, shape, text: traditional, language: 'zh' }, null).language, 'zh-Hant');
    t.is(pageOf({ title, shape, text: simplified, language: 'zh' }, null).language, 'zh');
  }
});

test('the page of a cancelled event says that it is cancelled', (t) => {
  const about = { ...blankAbout('event'), status: 'cancelled' as const };
  t.is(pageOf({ title: 'Jazz', about }, null).status, 'cancelled');
});

test('a text is never cut within a character as it is read', (t) => {
  for (const character of ['😀', '👨‍👩‍👧', 'é', '🇳🇴']) {
    const text = character.repeat(200);
    for (let most = 40; most < 80; most++) {
      t.is(cutIndex(text, most) % character.length, 0, `${character} at ${most}`);
      const clipped = clipText(text, most);
      t.is(clipped.slice(0, -1), character.repeat((clipped.length - 1) / character.length));
    }
  }
});
