import { z } from 'zod';
import { StarterFamily } from '../../contract/starters.ts';
import { defineCommand } from '../define-command.ts';
import { openStarters } from './open-starters.ts';

export const unpinStarter = defineCommand({
  name: 'starters unpin',
  summary: 'Offers the newest version of a plugin starter again',
  positionals: ['family'],
  input: z.object({ family: StarterFamily }),
  run({ family }, tools) {
    const starter = openStarters(tools).unpin(family, null);
    return {
      text: `The newest of the ${family} starter is offered again: ${starter.stable ?? 'none'}.`,
      json: { starter },
    };
  },
});
