import { missingPicture } from '../studio/missing-picture.ts';

/** The folder of an address, with its slash. */
export const folderOf = (address: string) => new URL('.', address).href;

/** Lets a model file ask for what lies beside it and for nothing else. */
export function createSiblingFinder(folder: string): (asked: string) => string {
  return (asked) => {
    if (/^(data|blob):/.test(asked)) return asked;
    return URL.parse(asked, folder)?.href.startsWith(folder) ? asked : missingPicture;
  };
}
