export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};
type Metric = { readonly type: string; readonly help: string; readonly samples: readonly Sample[] };

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const label = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"`;
const comment = new RegExp(`^# (HELP|TYPE) (${name}) (.+)$`);
const sample = new RegExp(
  `^(${name})(?:\\{(${label}(?:,${label})*)?\\})? (-?(?:\\d[\\d.]*(?:e[+-]?\\d+)?)|[+-]Inf|NaN)$`,
);

const toLabels = (text = '') =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', value = '']) => [
      key,
      value.replaceAll('\\n', '\n').replaceAll(/\\(["\\])/g, '$1'),
    ]),
  );
const toValue = (text: string) => Number(text.replace('Inf', 'Infinity'));

type Group = { type: string; readonly help: string; readonly samples: Sample[] };

/** A sample of the group that is being read; throws for anything else. */
function readSample(line: string, current: string, type: string): Sample {
  const [, found = '', labels, value = ''] = sample.exec(line) ?? [];
  const base = type === 'histogram' ? found.replace(/_(bucket|sum|count)$/, '') : found;
  if (found === '' || base !== current) throw new Error(`not a sample of ${current}: ${line}`);
  return { name: found, labels: toLabels(labels), value: toValue(value) };
}

/** Reads the text format of Prometheus (0.0.4) strictly: throws for a line that it does not allow, and for doubled samples. */
export function readExposition(text: string): ReadonlyMap<string, Metric> {
  const metrics = new Map<string, Group>();
  const seen = new Set<string>();
  let current = '';
  const add = (line: string) => {
    const group = metrics.get(current);
    const found = readSample(line, current, group?.type ?? '');
    const key = JSON.stringify([found.name, found.labels]);
    if (seen.has(key)) throw new Error(`twice: ${line}`);
    seen.add(key);
    group?.samples.push(found);
  };
  const begin = (kind: string, named: string, rest: string) => {
    const group = metrics.get(named);
    if (kind === 'HELP' ? group !== undefined : named !== current || group === undefined)
      throw new Error(`${kind} of ${named} is out of place`);
    if (group) group.type = rest;
    else metrics.set(named, { type: '', help: rest, samples: [] });
    current = named;
  };
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, kind, named = '', rest = ''] = comment.exec(line) ?? [];
    if (kind === undefined) add(line);
    else begin(kind, named, rest);
  }
  return metrics;
}
