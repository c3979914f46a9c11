/** One line of the results. */
export interface Figure {
  name: string;
  ours: number;
  theirs: number | null;
  unit: string;
  /** Upper limit of the ratio, or of the figure itself without a peer or with `alone`. */
  goal: number | null;
  /** The goal is for our own figure, regardless of the peer's. */
  alone?: boolean;
  /** The goal is a lower limit of our own figure. */
  atLeast?: boolean;
}

/** Formats the figures as a table of Markdown. */
export function table(figures: Figure[]): string {
  const head = '| Figure | Placard | Peer | Unit | Ratio | Goal | |\n|---|---:|---:|---|---:|---:|---|';
  return [head, ...figures.map(row)].join('\n');
}

function row({ name, ours, theirs, unit, goal, alone = false, atLeast = false }: Figure): string {
  const ratio = theirs === null ? null : ours / theirs;
  const reached = alone || atLeast ? ours : (ratio ?? ours);
  const met = goal === null ? '' : (atLeast ? reached >= goal : reached <= goal) ? 'met' : '**missed**';
  const goalText = goal === null ? '' : `${atLeast ? '≥' : '≤'} ${short(goal)}`;
  return `| ${name} | ${short(ours)} | ${short(theirs)} | ${unit} | ${short(ratio)} | ${goalText} | ${met} |`;
}

function short(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '';
  if (Number.isInteger(value)) return String(value);
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
