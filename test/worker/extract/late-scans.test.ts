import test from 'ava';
import { createSameProcessSandbox } from '#test/support/same-process-sandbox.ts';
import { createExtractor } from '#worker/extract/digest-asset.ts';
import type { Ocr } from '#worker/extract/ocr.ts';
import { createCanvas } from '#worker/imaging/canvas.ts';
import { familiesFor } from '#worker/imaging/fonts.ts';
import { layOutTemplate, type TemplateName } from '#worker/layout/templates/index.ts';
// Behind index.ts: the planner is a pure function of what was extracted.
import { planByRules } from '../../../modules/library/planners/rules/rules-planner.ts';
import { actionsOf, content, pdf, request } from '../../modules/library/planners/material.ts';
import { drawPapers } from './draw-papers.ts';

const late: Ocr = {
  read: async () => ({ text: '', lines: [], certain: false, late: true }),
  close: async () => {},
};
const extractor = createExtractor({ sandbox: createSameProcessSandbox(), ocr: late });
test.after.always(() => extractor.close());

const PANEL = { width: 800, height: 480 };

/** A page of type as one picture. */
function drawScan(): Buffer {
  const canvas = createCanvas(1190, 1684);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fbfaf6';
  context.fillRect(0, 0, 1190, 1684);
  context.fillStyle = '#151515';
  context.font = `26px ${familiesFor('The', 'sans', 400)}`;
  for (let row = 0; row < 36; row++)
    context.fillText(
      'The council met in the small hall and spoke about the old harbour wall',
      110,
      150 + 40 * row,
    );
  return drawPapers([(page) => page.drawImage(canvas, 0, 0, 595, 842)]);
}

test('a scan that was not read in time is shown from its top in legible type, and the page says that it continues', async (t) => {
  const { digest, picture } = await extractor.digest({ bytes: drawScan(), contentType: 'application/pdf' });
  const imageSize = { width: picture!.width, height: picture!.height };
  const asset = { ...pdf(''), digest, filename: 'scan.pdf', imageId: 'p', imageSize };
  const routing = { kind: 'output' as const, viewport: PANEL };
  const { template, parameters } = actionsOf(planByRules(request([content([asset])], { routing })))[0]!;
  const scene = layOutTemplate(template as TemplateName, parameters as never, PANEL, 'monochrome');
  const image = scene.elements.find((one) => one.type === 'image')!;
  t.true(image.frame.width > 700, `${image.frame.width}`);
  t.true((image.properties.part?.height ?? 1000) < 700);
  t.true(scene.elements.some((one) => one.type === 'text' && one.properties.text === 'continues'));
});
