import { z } from 'zod';
import { StarterFamily } from '../../contract/starters.ts';
import { Version } from '../../contract/version.ts';
import { defineCommand } from '../define-command.ts';
import { openStarters } from './open-starters.ts';

export const pinStarter = defineCommand({
  name: 'starters pin',
  summary: 'Offers one version of a plugin starter to everybody, whatever is newer',
  positionals: ['family', 'version'],
  input: z.object({ family: StarterFamily, version: Version }),
  run({ family, version }, tools) {
    const starter = openStarters(tools).pin(family, version, null);
    return { text: `Everybody is offered ${version} of the ${family} starter now.`, json: { starter } };
  },
});
