import test from 'ava';
import { fewAtOnce } from '#test/support/few-at-once.ts';
import { closeBoxes } from './boxes.ts';
import './first-steps.ts';
import './accessibility.ts';
import './sessions.ts';
import './tabs.ts';
import './push-files.ts';
import './push.ts';
import './library.ts';
import './waiting.ts';
import './walls.ts';
import './addresses.ts';
import './browser.ts';

// All tests of the portal in a browser run in one process. Each further process costs some ten seconds of processor time: modules,
// boxes, a worker that draws for the first time, an OCR engine, and a browser. Most of the remaining time is used by the processes
// of the browser, so that two cores are busy all the same. `AVA_FLAGS='--match=*webhook*'` selects tests.
fewAtOnce(test, 5);
test.after.always(closeBoxes);
