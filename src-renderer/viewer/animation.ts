import { AnimationMixer } from 'three';
import type { LoadedModel } from '../studio/loaded-model.ts';

export type Player = {
  readonly hasClips: boolean;
  /** Moves the model on; false while it stands still. */
  readonly step: (seconds: number) => boolean;
  readonly setPlaying: (isPlaying: boolean) => void;
  readonly release: () => void;
};

/** Plays the first animation of a model, again and again. */
export function createPlayer({ root, clips }: LoadedModel): Player {
  const mixer = new AnimationMixer(root);
  const [first] = clips;
  if (first) mixer.clipAction(first).play();
  let isPlaying = false;
  return {
    hasClips: first !== undefined && first.duration > 0,
    step(seconds) {
      if (isPlaying) mixer.update(seconds);
      return isPlaying;
    },
    setPlaying(next) {
      isPlaying = next;
    },
    release() {
      mixer.stopAllAction();
      mixer.uncacheRoot(root);
    },
  };
}
