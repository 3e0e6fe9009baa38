/** Preloaded into Electron's installer, which is silent for its first 30 seconds: prints the download's progress. */
const mebibyte = 1024 * 1024;
/** Smaller downloads (checksum lists, refusals) print no progress. */
const leastTold = mebibyte;
const fetchQuietly = globalThis.fetch;

const toSize = (bytes: number) => `${(bytes / mebibyte).toFixed(0)} MB`;

function createTeller(total: number): (received: number) => void {
  let told = 0;
  return (received) => {
    const tenths = Math.floor((received / total) * 10);
    if (tenths === told) return;
    told = tenths;
    console.log(`  ${toSize(received)} of ${toSize(total)} (${tenths * 10} %)`);
  };
}

function withProgress(response: Response): Response {
  const total = Number(response.headers.get('content-length'));
  if (!response.ok || !response.body || !(total >= leastTold)) return response;
  const tell = createTeller(total);
  let received = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        tell(received);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, response);
}

/** fetch throws only "fetch failed"; its cause has the reason. */
function toReason(error: unknown): Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause : new Error(String(cause));
}

globalThis.fetch = async (input, init) => {
  try {
    return withProgress(await fetchQuietly(input, init));
  } catch (error) {
    const address = input instanceof Request ? input.url : String(input);
    throw new Error(`${new URL(address).host} could not be reached: ${toReason(error).message}`);
  }
};
