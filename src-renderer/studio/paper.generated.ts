// Made by `npm run generate` from src-renderer/styles/tokens.css. Do not edit.
export const paper = {
  light: [
    [0, '#b6b9be'],
    [0.5, '#d2d4d7'],
    [0.72, '#cfd1d4'],
    [1, '#b2b5ba'],
  ],
  dark: [
    [0, '#222428'],
    [0.5, '#3a3d42'],
    [0.72, '#36393e'],
    [1, '#202226'],
  ],
} as const;
