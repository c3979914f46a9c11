/** What sites add to each description: an invitation to use them, or the name of what the page is about. */
const ADDED = [
  /\s{0,3}Contribute to \S{1,200} development by creating an account on GitHub\.$/,
  /^Listen to this episode from .{1,150}? on Spotify\.\s{0,3}/,
  /\s?(?:Hosted on Acast\. )?See\s?acast\.com\/privacy\s?for (?:privacy and opt-out|more) information\.?/i,
];
/** The same again behind the name of a repository. */
const REPEATED = /^(.{10,900}) - [\w.-]{1,100}\/[\w.-]{1,100}: \1$/s;
/** What stands between the parts of a description that is made of facts and promises. */
const BETWEEN = /\s?[✓✔✅☑➤►]\s?|\s\|\s/u;
const MIN_PARTS = 3;
const MIN_NAME = 4;

/** A description without what its site adds to it. */
export function ownWords(description: string | null): string | null {
  const own = ADDED.reduce((text, added) => text.replace(added, ''), description ?? '').replace(
    REPEATED,
    '$1',
  );
  return own || null;
}

/** Whether a description is facts and promises side by side, in place of sentences. */
export const isOfParts = (description: string | null): boolean =>
  (description ?? '').split(BETWEEN).length >= MIN_PARTS;

/** What a site promises: a mark, and all behind it up to the next part. */
const PROMISES = /\s?[✓✔✅☑➤►].*$/su;

/** The facts of such a description, without promises and without the parts that advertise the site by one of its names. */
export function factsOfParts(description: string, names: string[]): string {
  const sites = names.map(nameOf).filter((name) => name.length >= MIN_NAME);
  const isOfSite = (part: string) => sites.some((name) => part.toLowerCase().includes(name));
  const parts = description.split(/\s\|\s/u).map((part) => part.replace(PROMISES, '').trim());
  return parts.filter((part) => part !== '' && !isOfSite(part)).join(' · ') || description;
}

/** `Travanto` of `www.travanto.de`, in small letters. */
const nameOf = (site: string) =>
  (/^[\w.-]+\.\w+$/.test(site)
    ? (site
        .replace(/^www\./, '')
        .split('.')
        .at(-2) ?? '')
    : site
  ).toLowerCase();

/** Whether a description says nothing beyond the title: "Funding Snapshot:" above "Funding Snapshot: A platform raises $18M". */
export function repeatsTitle(description: string | null, title: string | null): boolean {
  const said = lettersOf(description ?? '');
  return said !== '' && lettersOf(title ?? '').startsWith(said);
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
