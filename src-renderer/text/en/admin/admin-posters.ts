/** The admin's texts about posters; the catalogue uses them too. */
export const adminPosters = {
  draw: 'Draw posters in this browser',
  done: 'Done',
  failed: 'Failed',
  noSource: 'Nothing to draw',
  retry: 'Retry failed posters',
  title: 'Posters',
  waiting: 'Waiting',
} as const;
