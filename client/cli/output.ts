import { safeJson, safeLine } from './safe-text.ts';
import { fitText, shrinkColumns, textWidth } from './text-width.ts';

type Stream = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns' | 'rows'>;

/** Select Graphic Rendition (ECMA-48, 8.3.117). */
const STYLE = { bold: '1', dim: '2', red: '31', green: '32', yellow: '33' } as const;
export type Style = keyof typeof STYLE;

/** One value of a table: `text` for a terminal, `plain` for programs. */
export type Cell =
  | string
  | null
  | { text: string; plain?: string | null | undefined; style?: Style | undefined };

const GAP = 2;
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

/** Prints the results of a command. Control characters in outside text are escaped here. */
export class Output {
  readonly isJson: boolean;
  readonly isTerminal: boolean;
  readonly hasColour: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly #out: Stream;
  readonly #err: Stream;

  constructor(out: Stream, err: Stream, env: NodeJS.ProcessEnv, isJson: boolean) {
    this.#out = out;
    this.#err = err;
    this.isJson = isJson;
    this.isTerminal = out.isTTY === true;
    this.columns = out.columns || DEFAULT_COLUMNS;
    this.rows = out.rows || DEFAULT_ROWS;
    this.hasColour = this.isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';
  }

  json(value: unknown): undefined {
    this.#out.write(`${safeJson(value, 2)}\n`);
  }

  /** One line of a stream of JSON values. */
  jsonLine(value: unknown): undefined {
    this.#out.write(`${safeJson(value)}\n`);
  }

  line(text: string, style?: Style): undefined {
    this.#out.write(`${this.#paint(safeLine(text), style)}\n`);
  }

  /** Prints Placard's own text, such as the help or a picture, without escaping. */
  own(text: string): undefined {
    this.#out.write(text);
  }

  /** Prints progress and remarks to standard error. */
  note(text: string): undefined {
    this.#err.write(`${safeLine(text)}\n`);
  }

  /** Prints a table with a header on a terminal, else a tab-separated line for each row. */
  table(head: string[], rows: Cell[][]): undefined {
    const values = rows.map((row) => row.map(toValue));
    if (this.isTerminal) this.#drawTable(head, values);
    else for (const row of values) this.#out.write(`${row.map(({ plain }) => plain).join('\t')}\n`);
  }

  #drawTable(head: string[], rows: Value[][]): undefined {
    const title = head.map((text): Value => ({ text, plain: text, style: 'dim' }));
    const widths = head.map((_, at) =>
      Math.max(...[title, ...rows].map((row) => textWidth(row[at]?.text ?? ''))),
    );
    shrinkColumns(widths, this.columns - GAP * (head.length - 1));
    for (const row of [title, ...rows]) {
      const cells = row.map(({ text, style }, at) => {
        const fitted = fitText(text, widths[at] ?? 0);
        return this.#paint(at === row.length - 1 ? fitted.trimEnd() : fitted, style);
      });
      this.#out.write(`${cells.join(' '.repeat(GAP))}\n`);
    }
  }

  #paint(text: string, style?: Style): string {
    return style && this.hasColour ? `\x1b[${STYLE[style]}m${text}\x1b[0m` : text;
  }
}

interface Value {
  text: string;
  plain: string;
  style?: Style | undefined;
}

function toValue(cell: Cell): Value {
  const { text, plain, style } = cell !== null && typeof cell === 'object' ? cell : { text: cell ?? '' };
  return { text: safeLine(text), plain: safeLine(plain === undefined ? text : (plain ?? '')), style };
}
