import { listObstacles } from '../../../server/contract/readability.ts';
import { programNames } from '../../lib/program-names.ts';
import { t } from '../../text/text.ts';
import type { SceneFile } from './file-choice.ts';

/** Which programs cannot read a file of a format that they import otherwise, each in a sentence. */
export const describeObstacles = ({ format, requires = [] }: Pick<SceneFile, 'format' | 'requires'>) =>
  listObstacles(format, requires).map((obstacle) => {
    const words = { app: programNames[obstacle.app], requirement: obstacle.requirement };
    if (obstacle.package !== undefined)
      return t('model.obstacles.package', { ...words, package: obstacle.package });
    if (obstacle.readFrom !== undefined)
      return t('model.obstacles.version', { ...words, version: obstacle.readFrom });
    return t('model.obstacles.never', words);
  });
