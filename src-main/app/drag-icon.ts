/** What the pointer carries while files are dragged out of the window: a sheet, 32 px, as a PNG. */
export const dragIcon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAR0lEQVR42mNgGAU4QFRSwX9qYrIc8OXbL6rgUQeMOmDUAaMOGHUAVRxAatk/GgWjaWA0CkbTwGgUjDpg1AFUccCAds1GDAAAzlmk+hUZiWMAAAAASUVORK5CYII=';
