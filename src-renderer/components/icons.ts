/** Stroke paths on a grid of 16. */
export const icons = {
  browse: 'M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z',
  library: 'M2.5 3.5h4l1.5 2h5.5v7h-11z',
  downloads: 'M8 2.5v7M5 7l3 3 3-3M2.5 12v1.5h11V12',
  settings:
    'M2.5 4.5h6M12 4.5h1.5M2.5 11.5H4M7.5 11.5h6M10.25 2.75a1.75 1.75 0 1 1 0 3.5 1.75 1.75 0 0 1 0-3.5M5.75 9.75a1.75 1.75 0 1 1 0 3.5 1.75 1.75 0 0 1 0-3.5',
  plugins: 'M6 2v3.5M10 2v3.5M4 5.5h8v2.5a4 4 0 0 1-8 0zM8 12v2.5',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.3 10.3l3.2 3.2',
  close: 'M4 4l8 8M12 4l-8 8',
  back: 'M9.5 3.5 5 8l4.5 4.5',
  next: 'M6.5 3.5 11 8l-4.5 4.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  alert: 'M8 2 14.5 13.5h-13zM8 6.5v3.5M8 11.7v.3',
  info: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2M8 7.5V11M8 5v.3',
  folder: 'M2 4h4l1.5 1.5H14V12H2zM5 8.5h6',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5.5a2.5 2.5 0 0 1 5 0v2',
  unlock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 4.8-1',
  disk: 'M2.5 9.5h11v4h-11zM4 9.5l1-6h6l1 6M11 11.5h.5',
  user: 'M8 2.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5M3 13.5c0-3 2-4.5 5-4.5s5 1.5 5 4.5',
  retry: 'M13 8a5 5 0 1 1-1.7-3.75M13.3 2v3h-3',
  copy: 'M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1',
  play: 'M5 3.5v9l7-4.5z',
  bone: 'M5 11l6-6M4 9a2 2 0 1 0 2 3M12 7a2 2 0 1 0-2-3',
  offline: 'M2 2l12 12M5 9a4.5 4.5 0 0 1 3-1.3M2.5 6.5a8 8 0 0 1 2.5-1.6M8 5c2.3-.2 4.3.5 5.5 1.6M8 12v.3',
  square: 'M2 2h12v12H2z',
  filter: 'M2 4h12M4.5 8h7M6.5 12h3',
  contrast: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2M8 2v12M8 5h4.5M8 8h6M8 11h4.5',
  link: 'M9.5 2.5h4v4M13.5 2.5 7 9M11.5 9.5v4h-9v-9h4',
} as const;

export type IconName = keyof typeof icons;
