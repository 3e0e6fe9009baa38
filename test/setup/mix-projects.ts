import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Vitest keeps a process for the next file only when that is of the same project, and starting one costs as much as a
 * test. So the files of a project run in blocks of so many, and the blocks of the projects take turns.
 */
const blockSize = 60;

type File = { readonly moduleId: string };

/**
 * Where vitest does not know from an earlier run how long files take, it begins with the largest. These are small and
 * take long: one that begins last keeps one core busy while the others have nothing left to do.
 */
const small =
  'cluster|demo-levels|ended-reader|item-budget|killed-[\\w-]+|light-queries|lost-catalogue|mutants|pulled-disk';
const longForTheirSize = new RegExp(`/(${small})\\.test\\.ts$`);
export const beginsEarly = ({ moduleId }: File): boolean => longForTheirSize.test(moduleId);

/** Files of each project in blocks that take turns; within a project their order stays, but for those that begin early. */
export function mixFiles<T extends File>(projects: readonly (readonly T[])[]): T[] {
  return projects
    .map((own) => own.toSorted((one, other) => Number(beginsEarly(other)) - Number(beginsEarly(one))))
    .flatMap((own) => own.map((file, index) => ({ file, block: Math.floor(index / blockSize) })))
    .sort((one, other) => one.block - other.block)
    .map(({ file }) => file);
}

/** Vitest would run one project after another. */
export default class MixProjects extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return mixFiles([...Map.groupBy(await super.sort(files), ({ project }) => project.name).values()]);
  }
}
