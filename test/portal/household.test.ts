import test from 'ava';
import { fewAtOnce } from '#test/support/few-at-once.ts';
import { closeBoxes } from './household-boxes.ts';
import './first-steps.ts';
import './library.ts';
import './push.ts';
import './push-files.ts';
import './sessions.ts';
import './tabs.ts';

// The tests of the portal are in two processes, this one and that of screens.test.ts. One process for each file would cost as
// much processor time as its tests: the modules, a box, a worker that draws for the first time, and a browser. One for all
// would leave half of two cores idle whenever its only thread is busy. `AVA_FLAGS='--match=*webhook*'` picks some tests.
fewAtOnce(test, 2);
test.after.always(closeBoxes);
