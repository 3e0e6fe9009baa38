import { AnimationMixer } from 'three';
import type { LoadedModel } from '../studio/loaded-model.ts';
import { t } from '../text/text.ts';

export type Player = {
  /** Names of the animations. */
  readonly clips: readonly string[];
  /** Advances the animation; false if it is paused. */
  readonly step: (seconds: number) => boolean;
  readonly setPlaying: (isPlaying: boolean) => void;
  /** Switches to the first pose of an animation. */
  readonly choose: (index: number) => void;
  readonly release: () => void;
};

/** Loops one animation of a model, by default the first. */
export function createPlayer({ root, clips }: Pick<LoadedModel, 'root' | 'clips'>): Player {
  const mixer = new AnimationMixer(root);
  const moving = clips.filter(({ duration }) => duration > 0);
  let isPlaying = false;
  const choose = (index: number) => {
    const clip = moving[index];
    if (!clip) return;
    mixer.stopAllAction();
    mixer.clipAction(clip).play();
    mixer.update(0);
  };
  choose(0);
  return {
    clips: moving.map(({ name }, index) => name || t('preview.animationNumber', { number: index + 1 })),
    step(seconds) {
      if (isPlaying) mixer.update(seconds);
      return isPlaying;
    },
    setPlaying(next) {
      isPlaying = next;
    },
    choose,
    release() {
      mixer.stopAllAction();
      mixer.uncacheRoot(root);
    },
  };
}
