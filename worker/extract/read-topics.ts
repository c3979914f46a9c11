/** A line of `mosquitto_sub -v`: the topic, then the message. */
const TOPIC_AND_PAYLOAD = /^([\p{L}_$][^\s/:={}"]{0,60}(?:\/[^\s/{}"]{1,60}){1,8})[ \t]{1,8}(\S.{0,2000})$/u;
/** A topic with spaces ends where its JSON begins. */
const TOPIC_AND_JSON = /^([\p{L}_$][^\s/:={}"]{0,60}(?:\/[^/{}"\n]{1,60}){1,8}?)[ \t]{1,8}(\{.{0,2000}\})$/u;
const MIN_LINES = 3;
const MAX_LINES = 500;
/** Limit of the words of a payload that is not JSON. */
const MAX_PAYLOAD_WORDS = 3;
/** Least share of the topics with a sibling or three levels. Words with a slash have neither. */
const MIN_TREE_SHARE = 0.5;

/** The lines of a topic dump as `[topic, payload]`; null for any other text. */
export function readTopics(text: string): [string, string][] | null {
  const lines = text.split('\n', MAX_LINES + 1).filter((line) => line.trim() !== '');
  if (lines.length < MIN_LINES || lines.length > MAX_LINES) return null;
  const topics: [string, string][] = [];
  for (const line of lines) {
    const [, topic, payload] = TOPIC_AND_JSON.exec(line.trim()) ?? TOPIC_AND_PAYLOAD.exec(line.trim()) ?? [];
    if (topic === undefined || payload === undefined) return null;
    if (!payload.startsWith('{') && payload.split(' ').length > MAX_PAYLOAD_WORDS) return null;
    topics.push([topic, payload]);
  }
  return isTree(topics.map(([topic]) => topic.split('/'))) ? topics : null;
}

function isTree(paths: string[][]): boolean {
  const roots = new Map<string, number>();
  for (const [root = ''] of paths) roots.set(root, (roots.get(root) ?? 0) + 1);
  const grown = paths.filter(([root = '', ...rest]) => rest.length > 1 || (roots.get(root) ?? 0) > 1);
  return grown.length >= MIN_TREE_SHARE * paths.length;
}
