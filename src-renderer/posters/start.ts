import '../text/parts/frame.ts';
import { runJobs } from './run-jobs.ts';
import { createPosterServer } from './server-calls.ts';
import { createStudio, type Studio } from './studio.ts';

const find = (id: string) => document.getElementById(id);
const say = (text: string) => {
  const state = find('state');
  if (state) state.textContent = text;
};

/** The key stays in the fragment, which never reaches a server or log, so that a reload still has it. */
const readKey = () => (location.hash.length > 1 ? location.hash.slice(1) : null);

function showPicture(source: string, title: string): void {
  const image = new Image();
  image.src = source;
  image.alt = title;
  const last = find('last');
  last?.replaceChildren(image);
  last?.removeAttribute('hidden');
}

function tryStudio(): Studio | null {
  try {
    return createStudio();
  } catch {
    return null;
  }
}

const server = createPosterServer(readKey());
const studio = tryStudio();
if (studio) void runJobs({ server, studio, say, showPicture });
else {
  const reason = 'The browser has no WebGL, so it cannot draw models.';
  say(reason);
  server.giveUp(reason).catch(() => undefined);
}
