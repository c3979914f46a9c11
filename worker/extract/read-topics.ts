/** A line of `mosquitto_sub -v`: the topic, then the message. */
const LINE = /^([\p{L}_$][^\s/:={}"]{0,60}(?:\/[^\s/{}"]{1,60}){1,8})[ \t]{1,8}(\S.{0,2000})$/u;
/** A topic with spaces in it ends where its JSON begins. */
const WITH_JSON = /^([\p{L}_$][^\s/:={}"]{0,60}(?:\/[^/{}"\n]{1,60}){1,8}?)[ \t]{1,8}(\{.{0,2000}\})$/u;
const MIN_LINES = 3;
const MAX_LINES = 500;
/** Words of a payload that is no JSON. */
const MAX_WORDS = 3;
/** Share of the topics that have another beside them, or three levels, where words with a stroke have not. */
const TREE = 0.5;

/** The lines of a topic dump as `[topic, payload]`; null for any other text. */
export function readTopics(text: string): [string, string][] | null {
  const lines = text.split('\n', MAX_LINES + 1).filter((line) => line.trim() !== '');
  if (lines.length < MIN_LINES || lines.length > MAX_LINES) return null;
  const topics: [string, string][] = [];
  for (const line of lines) {
    const [, topic, payload] = WITH_JSON.exec(line.trim()) ?? LINE.exec(line.trim()) ?? [];
    if (topic === undefined || payload === undefined) return null;
    if (!payload.startsWith('{') && payload.split(' ').length > MAX_WORDS) return null;
    topics.push([topic, payload]);
  }
  return isTree(topics.map(([topic]) => topic.split('/'))) ? topics : null;
}

function isTree(paths: string[][]): boolean {
  const roots = new Map<string, number>();
  for (const [root = ''] of paths) roots.set(root, (roots.get(root) ?? 0) + 1);
  const grown = paths.filter(([root = '', ...rest]) => rest.length > 1 || (roots.get(root) ?? 0) > 1);
  return grown.length >= TREE * paths.length;
}
