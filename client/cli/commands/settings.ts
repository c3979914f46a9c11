import type { Body, DisplaySettings } from '../../types.ts';
import type { Command, OptionValues } from '../command.ts';
import { usageError } from '../exit-codes.ts';
import { findDisplay } from '../find-display.ts';
import { openBox } from '../open-box.ts';

type Changes = Body<'patch_api_app_v1_displays_displayId'>;
type Window = DisplaySettings['quietHours'][number];

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const WINDOW = /^(\d\d:\d\d)-(\d\d:\d\d)$/;
const DAYS = /^[1-7](?:-[1-7])?(?:,[1-7](?:-[1-7])?)*$/;
/** Removes a setting: the installation's or the owner's value applies. */
const NONE = 'none';

export const command: Command = {
  usage: '[NAME] [--quiet 22:00-07:00] [--dwell SECONDS] [--zone ZONE] [--poll SECONDS] [--button ACTION]',
  words: [0, 1],
  completes: 'displays',
  options: {
    quiet: { type: 'string', value: 'HOURS', about: `quiet hours, such as 22:00-07:00, or ${NONE}` },
    days: { type: 'string', value: 'DAYS', about: 'days on which --quiet begins: 1-5,7; 1 is Monday' },
    dwell: { type: 'string', value: 'SECONDS', about: `shortest time that a page stays, or ${NONE}` },
    zone: { type: 'string', value: 'ZONE', about: `time zone, such as Europe/Berlin, or ${NONE}` },
    poll: { type: 'string', value: 'SECONDS', about: `interval of a polling panel, or ${NONE}` },
    button: { type: 'string', value: 'ACTION', about: `action of its button: advance, back or ${NONE}` },
  },
  async run({ words, options, env, output, signal }) {
    const changes = changesOf(options);
    const placard = await openBox({ env, output });
    const { id } = await findDisplay(placard, words[0], signal);
    if (Object.keys(changes).length > 0) await placard.displays.update(id, changes, { signal });
    const settings = await placard.displays.settings(id, { signal });
    if (output.isJson) return output.json(settings);
    const { quietHours, dwellSeconds, timeZone, pollSeconds, button } = settings;
    output.table(
      ['SETTING', 'VALUE'],
      [
        ['quiet', quietHours.map(windowText).join(' ') || NONE],
        ['dwell', String(dwellSeconds ?? NONE)],
        ['zone', timeZone ?? NONE],
        ['poll', String(pollSeconds ?? NONE)],
        ['button', button ?? NONE],
      ],
    );
  },
};

function changesOf({ quiet, days, dwell, zone, poll, button }: OptionValues): Changes {
  if (days !== undefined && (quiet === undefined || quiet === NONE))
    throw usageError('--days belongs to --quiet.', 'Write --quiet 22:00-07:00 --days 1-5.');
  return {
    ...(typeof quiet === 'string' && { quietHours: quiet === NONE ? null : [windowOf(quiet, days)] }),
    ...(typeof dwell === 'string' && { dwellSeconds: dwell === NONE ? null : secondsOf('--dwell', dwell) }),
    ...(typeof zone === 'string' && { timeZone: zone === NONE ? null : zone }),
    ...(typeof poll === 'string' && { pollSeconds: poll === NONE ? null : secondsOf('--poll', poll) }),
    ...(typeof button === 'string' && { button: button === NONE ? null : buttonOf(button) }),
  };
}

function windowOf(text: string, days: OptionValues[string]): Window {
  const [, from, to] = WINDOW.exec(text) ?? [];
  if (!from || !to) throw usageError('--quiet takes two times of day.', 'Write --quiet 22:00-07:00.');
  return { days: typeof days === 'string' ? daysOf(days) : EVERY_DAY, from, to };
}

/** `1-5,7` as numbers; a range may go over Sunday. */
function daysOf(text: string): number[] {
  if (!DAYS.test(text)) throw usageError('--days takes days from 1, Monday, to 7.', 'Write --days 1-5,7.');
  const days = text.split(',').flatMap((part) => {
    const [first = 1, last = first] = part.split('-').map(Number);
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, n) => ((first - 1 + n) % 7) + 1);
  });
  return EVERY_DAY.filter((day) => days.includes(day));
}

function secondsOf(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw usageError(`${option} takes whole seconds.`, `Write ${option} 300.`);
  return Number(text);
}

function buttonOf(text: string): 'advance' | 'back' {
  if (text === 'advance' || text === 'back') return text;
  throw usageError('--button takes advance, back or none.', 'Write --button advance.');
}

function windowText({ days, from, to }: Window): string {
  return `${from}-${to}${days.length === EVERY_DAY.length ? '' : `(${days.join()})`}`;
}
