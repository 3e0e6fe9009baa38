import { MathUtils, type PerspectiveCamera, type WebGLRenderer } from 'three';

/** More cannot be seen, and costs a lot. */
const pixelRatio = () => Math.min(window.devicePixelRatio, 2);

/** Keeps the whole model in a view that is higher than wide, too; the field of view is that of a square one, in degrees. */
export function keepWhole(camera: PerspectiveCamera, aspect: number, fieldOfView: number): void {
  const slope = Math.tan(MathUtils.degToRad(fieldOfView / 2)) / Math.min(1, aspect);
  camera.aspect = aspect;
  camera.fov = MathUtils.radToDeg(2 * Math.atan(slope));
  camera.updateProjectionMatrix();
}

type Options = {
  readonly host: HTMLElement;
  readonly renderer: WebGLRenderer;
  /** Fits what is drawn into a view of this size in CSS pixels. */
  readonly fitView: (width: number, height: number) => void;
  /** Draws at once, as a canvas of a new size is empty. */
  readonly draw: () => void;
};

/** Gives the picture the size of the element around it until the returned function is called. */
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
  // A window that goes to another screen may change only its pixels.
  window.addEventListener('resize', resize);
  resize();
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', resize);
  };
}
