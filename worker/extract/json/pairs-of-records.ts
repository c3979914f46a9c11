import { countWords } from '#shared/count-words.ts';
import { type Block, blocksToText } from '../blocks.ts';
import { type Json, nameOrText } from './fields.ts';
import { plainName } from './names.ts';
import { SELF_EXPLANATORY_NAMES } from './row-notes.ts';

const MAX_PAIRS = 300;

/** The blocks within the limit, and the number of words of the others. */
export function limitPairs(blocks: Block[]): { blocks: Block[]; omitted: number } {
  const words = (block: Block) => countWords(blocksToText([block]));
  return {
    blocks: blocks.slice(0, MAX_PAIRS),
    omitted: blocks.slice(MAX_PAIRS).reduce((sum, block) => sum + words(block), 0),
  };
}

/** Number of letters above which a value is shown as a text instead of a pair. */
const MIN_TEXT_LETTERS = 200;

/** The values of each record, under its name. */
export function pairsOfRecords(records: Json[], fields: Map<string, string>[]): Block[] {
  return fields.flatMap((one, index) => {
    const name = nameOrText(records[index]) || one.values().next().value || String(index + 1);
    const group = name.replaceAll(' › ', ' ');
    const others = [...one].filter(([, value]) => value !== name);
    // A record that has only a name is shown by a dash.
    const [[only, said] = ['', '']] = one;
    if (others.length === 0 && nameOrText(records[index]) === '' && said !== '')
      return [{ kind: 'pair' as const, key: only, value: said }];
    if (others.length === 0) return [{ kind: 'pair' as const, key: group, value: '–' }];
    if (!others.some(([, value]) => value.length > MIN_TEXT_LETTERS))
      return others.map(([key, value]): Block => ({ kind: 'pair', key: `${group} › ${key}`, value }));
    return [
      { kind: 'heading', level: 2, text: name },
      ...others.map(
        ([key, value]): Block =>
          value.length > MIN_TEXT_LETTERS && SELF_EXPLANATORY_NAMES.test(plainName(key))
            ? { kind: 'paragraph', text: value }
            : { kind: 'pair', key, value },
      ),
    ];
  });
}
