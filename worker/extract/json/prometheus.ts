import { isObject, type Json, textOf } from './fields.ts';
import { readableName } from './names.ts';
import { momentOf } from './noise.ts';
import { namedValue } from './values.ts';

/** A time and the value measured then. */
type Sample = [number, string];
interface Series {
  name: string | null;
  labels: Record<string, string>;
  samples: Sample[];
}

const MAX_SERIES = 500;

/**
 * A response of Prometheus (HTTP API, "Expression query result formats") as records: instant vectors by their labels, ranges
 * by their moments; null for anything else.
 */
export function readPrometheus(given: Json): Json | null {
  const object = isObject(given.data) && typeof given.data.resultType === 'string' ? given.data : given;
  const { resultType, result } = object;
  if (typeof resultType !== 'string' || !Array.isArray(result)) return null;
  if (resultType === 'scalar' || resultType === 'string')
    return isSample(result) ? { value: result[1], time: momentOf(result[0]) } : null;
  const series = result.slice(0, MAX_SERIES).map(seriesOf);
  const read = series.filter((one) => one !== null);
  if (read.length === 0 || read.length < result.length) return null;
  const names = new Set(read.map(({ name }) => name));
  const [name] = names.size === 1 ? names : [null];
  const title = name ? { name: readableName(name) } : {};
  const [only] = read;
  if (resultType === 'matrix') return { ...title, ...rangesOf(read, name === null) };
  const own = (one: Series) => ({ ...(name === null && one.name && { metric: one.name }), ...one.labels });
  if (read.length === 1 && only)
    return { ...title, ...own(only), value: lastOf(only), time: momentOf(only.samples.at(-1)![0]) };
  return { ...title, results: read.map((one) => ({ ...own(one), value: lastOf(one) })) };
}

function seriesOf(given: unknown): Series | null {
  if (!isObject(given) || !isObject(given.metric)) return null;
  const samples = Array.isArray(given.values) ? given.values : [given.value];
  if (samples.length === 0 || !samples.every(isSample)) return null;
  const labels: Record<string, string> = {};
  let name: string | null = null;
  for (const [label, value] of Object.entries(given.metric)) {
    if (label === '__name__') name = textOf(value);
    else labels[label] = textOf(value);
  }
  return { name, labels, samples };
}

function isSample(value: unknown): value is Sample {
  return (
    Array.isArray(value) && value.length === 2 && typeof value[0] === 'number' && typeof value[1] === 'string'
  );
}

/** A value with the unit in the name of its metric. */
function addMetricUnit(metric: string | null, value: string): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  return namedValue(metric ?? 'value', number)?.value ?? value;
}

const lastOf = ({ name, samples }: Series) => addMetricUnit(name, samples.at(-1)![1]);

/** Ranges side by side: a row for each moment, a column for each range, named by the labels in which they differ. */
function rangesOf(series: Series[], withNames: boolean): Json {
  const labels = [...new Set(series.flatMap((one) => Object.keys(one.labels)))];
  const shared = labels.filter((label) =>
    series.every((one) => one.labels[label] === series[0]?.labels[label]),
  );
  const calledBy = (one: Series) =>
    [
      withNames ? one.name : null,
      ...labels.filter((label) => !shared.includes(label)).map((label) => one.labels[label]),
    ]
      .filter(Boolean)
      .join(' ') || 'value';
  const rows = new Map<number, Json>();
  for (const one of series) {
    for (const [at, value] of one.samples) {
      const row = rows.get(at) ?? { time: momentOf(at) };
      row[calledBy(one)] = addMetricUnit(one.name, value);
      rows.set(at, row);
    }
  }
  const alike = Object.fromEntries(shared.map((label) => [label, series[0]?.labels[label]]));
  return { ...alike, values: [...rows].sort(([a], [b]) => a - b).map(([, row]) => row) };
}
