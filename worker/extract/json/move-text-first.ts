import { countWords } from '#shared/count-words.ts';
import type { Block } from '../blocks.ts';
import { plainName } from './names.ts';

type Pair = Extract<Block, { kind: 'pair' }>;

/** Names of texts to read: of a message, an issue, an alert, a picture of the day. */
const TEXT_NAME =
  /^(?:explanation|description|desc|body|message|msg|text|summary|overview|content|notes?|abstract|plot|synopsis|text_description|detailed_forecast)$/;
/** Names of the text that an event is about. */
const EVENT_TEXT = /^(?:comment|review)(?: › | )body$/i;
/** Groups about the surroundings of an event. Their texts are not about the event. */
const SURROUNDING_GROUPS =
  /^(?:.* )?(?:repository|organi[sz]ation|project|source|target|namespace|owner|user|issue ?type|priority|status|channel|publisher|team)(?: › | )/i;
/** The format of a text at the end of its name. */
const FORMAT = /_(?:plain|text|markdown|md)$/;
/** Least letters and words of a text, and limit of the letters that have room above values. */
const MIN_LETTERS = 32;
const MIN_WORDS = 5;
const MAX_LETTERS = 900;
/** Limit of the groups above a text. */
const MAX_GROUPS = 2;

/**
 * The values of one thing with its text before them, as a paragraph without a name: that of a comment, else the longest. The
 * names of its groups are counted. Unchanged where there is none, or with a table.
 */
export function moveTextFirst(blocks: Block[]): { blocks: Block[]; omitted: number } {
  const pairs = blocks.filter((block) => block.kind === 'pair');
  const isOfPairs = pairs.length > 1 && blocks.every(({ kind }) => kind === 'pair');
  const texts = isOfPairs ? pairs.filter(isRunningText) : [];
  const [said] = [...texts].sort(
    (a, b) => Number(isNews(b)) - Number(isNews(a)) || b.value.length - a.value.length,
  );
  if (!said) return { blocks, omitted: 0 };
  const groups = groupsOf(said).filter((group) =>
    pairs.every((pair) => pair === said || !pair.key.includes(group)),
  );
  const others = blocks.filter((block) => block !== said);
  return {
    blocks: [{ kind: 'paragraph', text: said.value }, ...others],
    omitted: countWords(groups.join(' ')),
  };
}

const pathOf = ({ key }: Pair) => key.split(' › ');
const groupsOf = (pair: Pair) => pathOf(pair).slice(0, -1);
const isNews = ({ key }: Pair) => EVENT_TEXT.test(key);

function isRunningText(pair: Pair): boolean {
  const path = pathOf(pair);
  const name = plainName(path.at(-1) ?? '').replace(FORMAT, '');
  const { value } = pair;
  const isText = value.length >= MIN_LETTERS && value.length <= MAX_LETTERS && countWords(value) >= MIN_WORDS;
  return (
    isText &&
    !SURROUNDING_GROUPS.test(pair.key) &&
    path.length <= MAX_GROUPS + 1 &&
    TEXT_NAME.test(name.split('_').at(-1) ?? '')
  );
}
