import { parseArgs } from 'node:util';
import { COMMON_OPTIONS, type Command, type OptionValues } from './command.ts';
import { usageError } from './exit-codes.ts';
import { nearestName } from './nearest-name.ts';

/**
 * The words and options of one call.
 * @throws {CommandError} of exit code 2 for what the command does not take, with the nearest that it does
 */
export function readArguments(
  name: string,
  command: Command,
  args: string[],
): { words: string[]; options: OptionValues } {
  const specs = { ...command.options, ...COMMON_OPTIONS };
  const parsed = parseArgs({ args, options: specs, allowPositionals: true, strict: false, tokens: true });
  const hint = `\`placard ${name} --help\` lists what it takes.`;
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue;
    const spec = Object.hasOwn(specs, token.name) ? specs[token.name] : undefined;
    if (!spec) {
      const meant = nearestName(token.name, Object.keys(specs));
      throw usageError(
        `\`placard ${name}\` has no option ${token.rawName}.`,
        meant ? `Did you mean --${meant}? A text that begins with a hyphen follows \`--\`.` : hint,
      );
    }
    if (spec.type === 'boolean' && token.value !== undefined)
      throw usageError(`The option ${token.rawName} takes no value.`, hint);
    // Without a value the next option would be taken for it.
    const looksLikeOption = !token.inlineValue && /^-./.test(token.value ?? '');
    if (spec.type === 'string' && (token.value === undefined || looksLikeOption))
      throw usageError(
        `The option ${token.rawName} needs a value.`,
        `Write ${token.rawName} ${spec.value}, or ${token.rawName}=${spec.value} for one with a hyphen in front.`,
      );
  }
  const words = parsed.positionals;
  const [least, most] = command.words ?? [0, 0];
  if (!parsed.values.help && (words.length < least || words.length > most)) {
    const problem = words.length < least ? 'needs more than that' : `does not take "${words[most]}"`;
    throw usageError(`\`placard ${name}\` ${problem}.`, `Usage: placard ${name} ${command.usage}`.trimEnd());
  }
  return { words, options: parsed.values as OptionValues };
}
