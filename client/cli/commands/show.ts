import type { Command, Invocation } from '../command.ts';
import { usageError } from '../exit-codes.ts';
import { findDisplay } from '../find-display.ts';
import { openBox } from '../open-box.ts';
import { drawPicture, METHODS, type Method, methodFor } from '../picture/draw-picture.ts';
import { ago } from '../times.ts';
import { addTitles, reasonNotShown } from '../wall.ts';

export const command: Command = {
  usage: '[NAME]',
  words: [0, 1],
  completes: 'displays',
  options: {
    as: {
      type: 'string',
      value: 'METHOD',
      about: `how to draw: ${METHODS.join(', ')}; chosen by the terminal when left out`,
    },
  },
  async run({ words, options, env, output, signal }) {
    const method = methodOf(options, env);
    const placard = await openBox({ env, output });
    const display = await findDisplay(placard, words[0], signal);
    const found = await placard.walls.get(display.id, { signal });
    if (output.isJson) return output.json({ display, presentation: found.current, pending: found.pending });
    const wall = await addTitles(placard, found, { signal });
    const { current } = wall;
    const title = current?.title ?? null;
    if (!output.isTerminal)
      return output.table(
        [],
        [
          [
            display.name,
            title,
            display.currentPresentationUpdatedAt,
            reasonNotShown(wall),
            current?.image?.url ?? null,
          ],
        ],
      );
    if (!current)
      return output.note(`${display.name} shows nothing yet: ${reasonNotShown(wall) ?? 'push something.'}`);
    if (current.image) {
      const picture = await placard.presentations.picture(current.id, { signal });
      const png = new Uint8Array(await picture.arrayBuffer());
      output.own(drawPicture(png, method, output, env));
    }
    output.line(`${display.name}: ${title}, ${ago(display.currentPresentationUpdatedAt)}`, 'bold');
    const why = reasonNotShown(wall);
    if (why) output.line(why, 'yellow');
  },
};

function methodOf({ as }: Invocation['options'], env: NodeJS.ProcessEnv): Method {
  if (as === undefined) return methodFor(env);
  const method = METHODS.find((one) => one === as);
  if (!method) throw usageError(`--as takes ${METHODS.join(', ')}.`);
  return method;
}
