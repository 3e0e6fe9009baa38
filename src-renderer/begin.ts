// The frame of the page first: the rest keeps the page busy for a while. A window out of sight draws nothing, and is not waited for.
const drawn = new Promise((resolve) => {
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, 200);
});
void drawn.then(() => import('./desktop.tsx'));

export {};
