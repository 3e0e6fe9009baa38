import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Where in a run the last file of a project begins, as a share of the run: those that mostly wait for programs run
 * beside those that compute, and the short ones come last, so that the cores are busy to the end.
 */
const ends: Readonly<Record<string, number>> = { browser: 0.85, process: 0.9, plugins: 0.95 };

/** Vitest would run one project after another. Within each, its own order stays: what is known or likely to be long first. */
export default class MixProjects extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    const placed = [...projects].flatMap(([name, own]) =>
      own.map((file, index) => ({ file, place: (index / own.length) * (ends[name] ?? 1) })),
    );
    return placed.sort((one, other) => one.place - other.place).map(({ file }) => file);
  }
}
