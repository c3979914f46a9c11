import test from 'ava';
import { fewAtOnce } from '#test/support/few-at-once.ts';
import { closeBoxes } from './screens-boxes.ts';
import './accessibility.ts';
import './addresses.ts';
import './browser.ts';
import './waiting.ts';
import './walls.ts';

// The other half of the tests of household.test.ts, which says why there are two.
fewAtOnce(test, 2);
test.after.always(closeBoxes);
