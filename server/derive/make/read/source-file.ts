import path from 'node:path';
import { toLooseKey, toLooseName } from '../../../shared/loose-names.ts';

/** A scene file and its support files, with their paths on disk. */
export type SourceFile = {
  readonly file: string;
  readonly format: string;
  /** By the path from the scene file's folder, with forward slashes. */
  readonly support: Readonly<Record<string, string>>;
};

/** Finds support files by the path in the scene, else by name alone, because scenes often contain dead paths. */
export function createSupportFinder(support: SourceFile['support']): (asked: string) => string | undefined {
  const files = Object.entries(support);
  const byPath = new Map(files.map(([name, place]) => [toLooseKey(name), place]));
  const byName = new Map(files.map(([name, place]) => [toLooseName(name), place]));
  return (asked) => {
    const wanted = path.posix.normalize(asked.replaceAll('\\', '/'));
    return support[wanted] ?? byPath.get(toLooseKey(wanted)) ?? byName.get(toLooseName(wanted));
  };
}
