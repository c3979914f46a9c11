/** Placeholders that programs and sites use as a title. */
const PLACEHOLDER_TITLE =
  /^(?:\(?anonymous\)?|\(?unspecified\)?|untitled(?: document| page)?(?:[-_ ]?\d+)?|unbenannt[-_ ]?\d*|sans titre|sin título|adobe [\w ]{0,20}(?:pdf|document)|activereports document|microsoft (?:word|powerpoint|excel)\b.*|powerpoint(?:-| )pr[äe]sentation|powerpoint presentation|präsentation ?\d*|presentation ?\d*|document ?\d*|layout ?\d+|dokument ?\d*|(?:slide|folie|diapositiva?|diapositive) ?\d+|(?:tabelle|table|sheet|feuil|mappe|classeur|blatt|brief|zeichnung) ?\d+|page \d+|scan(?:ned)?(?: document)?[-_ ]?\d*|book\d+|print|null|undefined|none|home|index|new tab|title|about:blank)$/i;
/** A file name: no spaces, and the name of a program or an extension. */
const FILE_NAME =
  /\.(?:docx?|html?|md|pdf|tex|dvi|ps|rtf|pptx?|key|xlsx?|indd|odt|odp|ods|qxd|pages|pub|tmp|exe|fm|psd|txt|jpe?g|png|tiff?)$/i;

/** The number of a document, and words that a program joined into a name. */
const NUMBER_OR_NAME = /^(?:doi:|arxiv:|https?:|urn:)\S*$|^[\p{L}\p{N}.-]+(?:_[\p{L}\p{N}.-]+){2,20}$/iu;

/** The title, or null when it is a placeholder: "(anonymous)", "Microsoft Word - x.docx", "Untitled", a file's name. */
export function realTitle(title: string | null): string | null {
  const text = title?.trim() ?? '';
  if (
    text === '' ||
    PLACEHOLDER_TITLE.test(text) ||
    FILE_NAME.test(text) ||
    NUMBER_OR_NAME.test(text) ||
    !/\p{L}{2}|^\P{L}*\p{L}.*\d/su.test(text)
  )
    return null;
  if (isEncoded(text)) return null;
  // A dimension in a plan: "11,40 m".
  if (/^\d[\d.,]*\s?\p{L}{0,2}$/u.test(text)) return null;
  // "scan_20261103_142233", "IMG-0042": names that devices give.
  return /^[\w-]*\d{4,}[\w-]*$/.test(text) || /^[a-z0-9]{20,}$/i.test(text) ? null : text;
}

/** An accented capital within a word, and the number of them that shows a wrong encoding: "VöÅtÜt wx W|ÑâàtwÉá". */
const ACCENTED_WITHIN = /\p{Ll}[À-ÖØ-Þ]/gu;
const MIN_ACCENTED = 2;
/** Number of Latin letters from which the share of vowels is significant, and the least share. */
const MIN_LETTERS = 14;
const MIN_VOWELS = 0.16;

/** Whether the letters are encoded wrongly: "enq KZmftZfd Lncdk OqdsqZhmhmf". Names in capitals need no vowels. */
function isEncoded(text: string): boolean {
  if ((text.match(ACCENTED_WITHIN)?.length ?? 0) >= MIN_ACCENTED) return true;
  const letters = text.normalize('NFD').match(/\p{Script=Latin}/gu) ?? [];
  const small = letters.filter((letter) => letter !== letter.toUpperCase());
  if (small.length < MIN_LETTERS || 2 * small.length < letters.length) return false;
  const vowels = letters.filter((letter) => /[aeiouyæœøıəw]/iu.test(letter));
  return vowels.length < MIN_VOWELS * letters.length;
}

/** Whether a title that OCR found in a picture is noise: "i I I II1". */
export function isOcrNoise(title: string): boolean {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? [];
  const single = words.filter((word) => /^[\p{Lu}\p{Ll}\p{N}]$/u.test(word));
  return words.length > 2 && single.length * 2 > words.length;
}
