import { makeLibraryFolder } from '../helpers/library-folder.ts';
import { makeModels } from './people.ts';
import { type Place, startPlace } from './place.ts';

export type Row = {
  readonly what: string;
  readonly goal: string;
  readonly seen: string;
  readonly isMet: boolean;
};

export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
export const inMilliseconds = (value: number) => `${Math.round(value)} ms`;
export const count = (value: number) => Math.round(value).toLocaleString('en');
export const noneWrong = (wrong: readonly string[]) =>
  wrong.length === 0 ? 'nothing wrong' : `${wrong.length} wrong: ${wrong.slice(0, 3).join('; ')}`;

type Setting = {
  readonly models: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly serverFile?: string;
};

/** Runs with a fresh cluster that ends with it. */
export async function withPlace<Result>(
  { models, ...more }: Setting,
  run: (
    place: Place,
    guids: { readonly a: readonly string[]; readonly b: readonly string[] },
    write: ReturnType<typeof makeLibraryFolder>['write'],
  ) => Promise<Result>,
): Promise<Result> {
  const [a, b] = [makeModels('a', models), makeModels('b', models)];
  const library = makeLibraryFolder(a.files);
  const place = await startPlace({ libraryDir: library.folder, inBucket: b.files, ...more });
  try {
    await place.waitForModels(models * 2);
    return await run(place, { a: a.guids, b: b.guids }, library.write);
  } finally {
    await place.stop();
    library.remove();
  }
}
