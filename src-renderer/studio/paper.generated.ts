// Made by `npm run generate` from src-renderer/styles/tokens.css. Do not edit.
export const paper = [
  [0, '#b6b9be'],
  [0.5, '#d2d4d7'],
  [0.72, '#cfd1d4'],
  [1, '#b2b5ba'],
] as const;
