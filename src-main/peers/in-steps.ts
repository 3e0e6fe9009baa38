const stepBytes = 1024 * 1024;

/** Goes through bytes so that other work has its turn in between: a chunk of 8 MiB would hold it up for a tenth of a second. */
export async function inSteps<T>(bytes: Buffer, visit: (piece: Buffer) => T): Promise<T[]> {
  const results: T[] = [];
  for (let at = 0; at < bytes.length; at += stepBytes) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve));
    results.push(visit(bytes.subarray(at, at + stepBytes)));
  }
  return results;
}
