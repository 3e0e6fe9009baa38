import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Vitest keeps a process for the next file only when that is of the same project, and starting one costs as much as a
 * test. So the files of a project run in blocks of so many, and the blocks of the projects take turns.
 */
const blockSize = 60;

/** Vitest would run one project after another. Within each, its own order stays: what is known or likely to be long first. */
export default class MixProjects extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = [...Map.groupBy(await super.sort(files), ({ project }) => project.name)];
    return projects
      .flatMap(([, own]) => own.map((file, index) => ({ file, block: Math.floor(index / blockSize) })))
      .sort((one, other) => one.block - other.block)
      .map(({ file }) => file);
  }
}
