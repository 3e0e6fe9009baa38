import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { renderTable } from '../render-table.ts';
import { openStarters } from './open-starters.ts';

export const listStarters = defineCommand({
  name: 'starters list',
  summary: 'Lists the plugin starters, their kept versions and what is offered',
  input: z.object({}),
  run(_input, tools) {
    const starters = openStarters(tools).list();
    const rows = starters.map((one) => [
      one.family,
      one.stable ?? '-',
      one.beta ?? '-',
      one.pinned ?? '-',
      one.versions.join(' ') || '-',
    ]);
    return { text: renderTable(['Starter', 'Stable', 'Beta', 'Pinned', 'Kept'], rows), json: { starters } };
  },
});
