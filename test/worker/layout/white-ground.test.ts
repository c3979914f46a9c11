import test from 'ava';
import { layOutTemplate } from '#worker/layout/templates/index.ts';

const PANEL = { width: 800, height: 480 };

test('a sheet or a drawing lies on white and not on tinted paper, where it would be a white box', (t) => {
  const drawing = { fileId: 'a', width: 700, height: 480, kind: 'drawing' };
  t.is(layOutTemplate('photo', { image: drawing } as never, PANEL, 'color').background, '#ffffff');
  const photo = { ...drawing, kind: 'photo' };
  t.not(layOutTemplate('photo', { image: photo } as never, PANEL, 'color').background, '#ffffff');
});
