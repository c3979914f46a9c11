import { dirname, join } from 'node:path';
import { FRAME_FORMATS, type FrameFormat } from '../../panel/command.ts';
import type { Command, Invocation } from '../command.ts';
import { failure, usageError } from '../exit-codes.ts';
import { chosenBox, readSettings, settingsPath } from '../settings.ts';

export const command: Command = {
  usage: '[--exec CMD] [--out FILE]',
  options: {
    exec: {
      type: 'string',
      value: 'CMD',
      about: 'show each frame with CMD; exit status 0 confirms that it is shown',
    },
    out: { type: 'string', value: 'FILE', about: 'write the shown frame to FILE, a PNG' },
    format: {
      type: 'string',
      value: 'FORMAT',
      about: `format of the frames: ${FRAME_FORMATS.join(', ')}; default raw1`,
    },
    'enrollment-key': {
      type: 'string',
      value: 'KEY',
      about: 'the enrolment key of the box, where it requires one',
    },
  },
  async run(call) {
    const { env, options, output } = call;
    const exec = text(options.exec);
    const out = text(options.out);
    const format = formatOf(text(options.format) ?? 'raw1');
    if (exec === undefined && out === undefined && !output.isTerminal)
      throw usageError('There is nothing to show frames with.', 'Use --exec CMD or --out FILE.');
    const settings = await readSettings(env);
    const server = chosenBox(env, settings);
    // Loaded here, because it includes the MQTT client.
    const { servePanel } = await import('../../panel/serve-panel.ts');
    await servePanel({
      server,
      credentials: join(dirname(settingsPath(env)), 'panel.json'),
      format,
      exec,
      env,
      out,
      enrollmentKey: text(options['enrollment-key']),
      stop: stopSignal(call),
      report: reporterOf(call),
    }).catch((error: Error) => {
      throw failure('panel_failed', error.message);
    });
    call.signal.throwIfAborted();
    return undefined;
  },
};

/** Fires at Ctrl-C and at SIGTERM, by which a service manager stops a process. */
function stopSignal({ signal }: Invocation): AbortSignal {
  const asked = new AbortController();
  process.once('SIGTERM', () => asked.abort());
  return AbortSignal.any([signal, asked.signal]);
}

function reporterOf({ output, env }: Invocation) {
  return {
    print: (...lines: string[]) => {
      for (const line of lines) {
        if (output.isJson) output.jsonLine({ at: new Date().toISOString(), said: line });
        else output.note(line);
      }
    },
    async draw(png: Uint8Array) {
      if (!output.isTerminal || output.isJson) return;
      const { drawPicture, methodFor } = await import('../picture/draw-picture.ts');
      output.own(drawPicture(png, methodFor(env), output, env));
    },
  };
}

function formatOf(format: string): FrameFormat {
  const known = FRAME_FORMATS.find((one) => one === format);
  if (!known) throw usageError(`--format takes ${FRAME_FORMATS.join(', ')}.`);
  return known;
}

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
