// Made by `npm run generate` from src-renderer/styles/tokens.css. Do not edit.
export const flatPaper = '#cdcfd2';
