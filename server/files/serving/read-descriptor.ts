import { read } from 'node:fs';

/** Reads as many bytes as there are room for, from `position` on; 0 at the end of the file. */
export function readDescriptor(descriptor: number, bytes: Uint8Array, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, bytes, 0, bytes.length, position, (error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });
}
