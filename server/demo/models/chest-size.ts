/** Outer sizes of the chest's lower half in metres. */
export const [WIDE, TALL, DEEP] = [0.8, 0.36, 0.48];
