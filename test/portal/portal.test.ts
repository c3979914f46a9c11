import test from 'ava';
import { fewAtOnce } from '#test/support/few-at-once.ts';
import { closeBoxes } from './boxes.ts';
import './accessibility.ts';
import './addresses.ts';
import './browser.ts';
import './first-steps.ts';
import './library.ts';
import './push.ts';
import './push-files.ts';
import './sessions.ts';
import './tabs.ts';
import './waiting.ts';
import './walls.ts';

// In one process, because a start of its own costs each as much processor time as its tests: the modules, a box, a worker that
// draws for the first time, and a browser. `AVA_FLAGS='--match=*webhook*'` picks some.
fewAtOnce(test, 4);
test.after.always(closeBoxes);
