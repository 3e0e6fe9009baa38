import { parentPort } from 'node:worker_threads';
import { type PictureNews, PictureTask } from './messages.ts';
import { BadPicture, makePreview, readColour, readDrawn } from './read-picture.ts';

// Runs as its own process, or as a thread where processes cannot be started, so that a hostile picture does not harm
// the server.

const tell = (news: PictureNews) => {
  if (parentPort) parentPort.postMessage(news);
  else if (process.connected) process.send?.(news);
};

async function run(message: unknown): Promise<PictureNews> {
  try {
    const { wish, picture } = PictureTask.parse(message);
    const bytes = Buffer.from(picture, 'base64');
    if (wish === 'preview') return { preview: await makePreview(bytes) };
    return wish === 'colour' ? { colour: await readColour(bytes) } : { pictures: await readDrawn(bytes) };
  } catch (error) {
    return { fault: error instanceof BadPicture ? error.reason : 'cannot be read.' };
  }
}

const take = (message: unknown) => void run(message).then(tell);
if (parentPort) parentPort.on('message', take);
else {
  process.on('message', take);
  process.once('disconnect', () => process.exit(0));
}
