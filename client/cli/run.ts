import { readFileSync } from 'node:fs';
import { COMMANDS } from './commands.ts';
import { EXIT, usageError } from './exit-codes.ts';
import { Output } from './output.ts';

/** Runs one command line; resolves with its exit code. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [name, ...rest] = args;
  const isJson = args.includes('--json') && !args.slice(0, args.indexOf('--json')).includes('--');
  const output = new Output(process.stdout, process.stderr, env, isJson);
  try {
    if (name === '--version' || name === '-v') return printVersion(output);
    if (name === undefined || ['--help', '-h', 'help'].includes(name))
      return await printHelp(output, name, rest[0]);
    return await runCommand(name, rest, env, output);
  } catch (error) {
    if (isInterruption(error)) return EXIT.interrupted;
    const { reportError } = await import('./report-error.ts');
    return reportError(error, isJson, process.stderr);
  }
}

const interruption = new Error('Interrupted.');

function isInterruption(error: unknown): boolean {
  return error === interruption;
}

async function runCommand(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  const command = await loadCommand(name);
  const { readArguments } = await import('./arguments.ts');
  const { words, options } = readArguments(name, command, args);
  if (options.help) return printHelp(output, 'help', name);
  const controller = new AbortController();
  const interrupt = () => controller.abort(interruption);
  process.once('SIGINT', interrupt);
  try {
    const code = await command.run({
      words,
      options,
      commands: COMMANDS,
      env,
      output,
      signal: controller.signal,
    });
    return code ?? EXIT.done;
  } finally {
    process.off('SIGINT', interrupt);
  }
}

async function loadCommand(name: string) {
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry) return (await entry.load()).command;
  const { nearestName: nearest } = await import('./nearest-name.ts');
  const meant = nearest(name, Object.keys(COMMANDS));
  const hint = meant ? `Did you mean \`placard ${meant}\`?` : '`placard --help` lists the commands.';
  throw usageError(`There is no command ${name}.`, hint);
}

async function printHelp(output: Output, asked?: string, name?: string): Promise<number> {
  const { commandHelp, generalHelp } = await import('./help.ts');
  const text = name ? commandHelp(name, await loadCommand(name)) : generalHelp();
  if (asked === undefined) {
    process.stderr.write(text);
    return EXIT.usage;
  }
  output.own(text);
  return EXIT.done;
}

function printVersion(output: Output): number {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  if (output.isJson) output.json({ version });
  else output.line(version);
  return EXIT.done;
}
