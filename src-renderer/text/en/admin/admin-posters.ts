/** The admin's texts about posters; the catalogue uses them too. */
export const adminPosters = {
  draw: 'Draw posters in this browser',
  retry: 'Retry failed posters',
  title: 'Posters',
} as const;
