// Made by `npm run generate` from src-renderer/styles/tokens.css. Do not edit.
export const windowBackground = { light: '#eceef0', dark: '#141517' } as const;
