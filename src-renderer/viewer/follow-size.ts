import { MathUtils, type PerspectiveCamera, type WebGLRenderer } from 'three';

/** A higher ratio is invisible and expensive. */
const pixelRatio = () => Math.min(window.devicePixelRatio, 2);

/** Fits the whole model into a tall view too; the field of view, in degrees, is that of a square one. */
export function keepWhole(camera: PerspectiveCamera, aspect: number, fieldOfView: number): void {
  const slope = Math.tan(MathUtils.degToRad(fieldOfView / 2)) / Math.min(1, aspect);
  camera.aspect = aspect;
  camera.fov = MathUtils.radToDeg(2 * Math.atan(slope));
  camera.updateProjectionMatrix();
}

type Options = {
  readonly host: HTMLElement;
  readonly renderer: WebGLRenderer;
  /** Adapts the camera to a view of this size in CSS pixels. */
  readonly fitView: (width: number, height: number) => void;
  /** Renders at once, as a resized canvas is empty. */
  readonly draw: () => void;
};

/** Keeps the picture at the size of its element until the returned function is called. */
export function followSize({ host, renderer, fitView, draw }: Options): () => void {
  let last = '';
  const resize = () => {
    const { clientWidth: width, clientHeight: height } = host;
    const size = `${width} ${height} ${pixelRatio()}`;
    if (width === 0 || height === 0 || size === last) return;
    last = size;
    renderer.setPixelRatio(pixelRatio());
    renderer.setSize(width, height, false);
    fitView(width, height);
    draw();
  };
  const observer = new ResizeObserver(resize);
  observer.observe(host);
  // A window that moves to another screen may change only its pixel ratio.
  window.addEventListener('resize', resize);
  resize();
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', resize);
  };
}
