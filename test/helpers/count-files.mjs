// Loaded before a program (`node --import`): from one SIGUSR2 to the next it notes whose functions run, and prints their files.
import { Session } from 'node:inspector/promises';

const session = new Session();
session.connect();
let isCounting = false;
process.on('SIGUSR2', async () => {
  if (isCounting) {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    const ran = result.filter(({ functions }) =>
      functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
    );
    console.log(JSON.stringify({ event: 'counted', urls: ran.map(({ url }) => url) }));
  } else {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    console.log(JSON.stringify({ event: 'counting' }));
  }
  isCounting = !isCounting;
});
