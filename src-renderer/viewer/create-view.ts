import type { WebGLRenderer } from 'three';
import { releaseModel } from '../studio/release-model.ts';
import type { Stage } from '../studio/stage.ts';
import { createPlayer } from './animation.ts';
import { createCameraControls } from './camera-controls.ts';
import { countTriangles } from './count-triangles.ts';
import { followSize } from './follow-size.ts';
import { createFrameLoop } from './frame-loop.ts';
import type { ReadModel } from './reading/read-model.ts';
import { createShading } from './shading.ts';
import type { Viewer } from './viewer.ts';

type Options = {
  readonly renderer: WebGLRenderer;
  /** Released with the view. */
  readonly stage: Stage;
  readonly shown: ReadModel;
  readonly host: HTMLElement;
  readonly isStill: boolean;
};

/** Shows a model in an element, which has the view's size; draws only what changes. */
export function createView({ renderer, stage, shown, host, isStill }: Options): Viewer {
  const { frame, model, loaded } = shown;
  const { camera, box } = frame;
  const canvas = renderer.domElement;
  const triangles = countTriangles(model);
  stage.place(model, frame);
  const shading = createShading(renderer, stage, shown);
  const player = createPlayer(loaded);
  const draw = (seconds: number) => {
    controls.update();
    const isMoving = player.step(seconds);
    if (isMoving) stage.updateShadow(box);
    stage.aim(frame);
    stage.ground.visible = camera.position.y > box.min.y;
    shading.draw(camera);
    return isMoving;
  };
  const scheduler = {
    request: (run: (now: number) => void) => requestAnimationFrame(run),
    cancel: (handle: number) => cancelAnimationFrame(handle),
  };
  const loop = createFrameLoop(draw, scheduler);
  const controls = createCameraControls({ frame, canvas, isStill, onChange: loop.ask });
  host.append(canvas);
  const unfollow = followSize({ host, renderer, camera, draw: () => void draw(0) });

  const thenDraw =
    <Value>(change: (value: Value) => void) =>
    (value: Value) => {
      change(value);
      loop.ask();
    };
  return {
    triangles,
    clips: player.clips,
    perform: thenDraw(controls.perform),
    setWireframe: thenDraw(shading.setWireframe),
    setClay: thenDraw(shading.setClay),
    setPlaying: thenDraw(player.setPlaying),
    chooseClip: thenDraw((index: number) => {
      player.choose(index);
      stage.updateShadow(box);
    }),
    close() {
      loop.stop();
      unfollow();
      controls.release();
      player.release();
      shading.release();
      stage.release();
      releaseModel(loaded.root);
    },
  };
}
