import test from 'ava';
import { fewAtOnce } from '#test/support/few-at-once.ts';
import { closeBoxes } from './boxes.ts';
import './first-steps.ts';
import './sessions.ts';
import './tabs.ts';
import './push-files.ts';
import './push.ts';
import './library.ts';
import './waiting.ts';
import './walls.ts';
import './accessibility.ts';
import './addresses.ts';
import './browser.ts';

// All tests of the portal in a browser are in one process. Each further one costs some ten seconds of processor time: the
// modules, boxes, a worker that draws for the first time, an engine that reads pictures, and a browser. Most of what is left is
// done by the browser's own processes, so that two cores are busy all the same. `AVA_FLAGS='--match=*webhook*'` picks some tests.
fewAtOnce(test, 4);
test.after.always(closeBoxes);
