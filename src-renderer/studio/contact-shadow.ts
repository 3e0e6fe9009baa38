import {
  type Box3,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  MeshDepthMaterial,
  OrthographicCamera,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js';
import { HorizontalBlurShader } from 'three/addons/shaders/HorizontalBlurShader.js';
import { VerticalBlurShader } from 'three/addons/shaders/VerticalBlurShader.js';

type ContactShadow = {
  readonly plane: Mesh;
  /** Renders the scene's shadow; hide the plane during the call. */
  readonly update: (scene: Scene, box: Box3) => void;
  readonly dispose: () => void;
};

const pixels = 256;
/** How far the shadow's picture extends beyond the model, relative to its width. */
const margin = 1.9;
const darkness = 0.9;

/** Renders the model from below: black, darker closer to the ground. */
function createDepthMaterial(): MeshDepthMaterial {
  const material = new MeshDepthMaterial({ side: DoubleSide, depthTest: false, depthWrite: false });
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      'gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );',
      `gl_FragColor = vec4( vec3( 0.0 ), pow( 1.0 - fragCoordZ, 1.2 ) * ${darkness.toFixed(2)} );`,
    );
  };
  return material;
}

/** The soft dark area under an object on the ground. */
export function createContactShadow(renderer: WebGLRenderer): ContactShadow {
  const target = new WebGLRenderTarget(pixels, pixels);
  const other = new WebGLRenderTarget(pixels, pixels);
  target.texture.generateMipmaps = false;
  const camera = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
  const depth = createDepthMaterial();
  const material = new MeshBasicMaterial({
    map: target.texture,
    transparent: true,
    depthWrite: false,
    toneMapped: false,
  });
  const plane = new Mesh(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2).scale(1, 1, -1), material);
  material.side = DoubleSide;
  const across = new ShaderMaterial({ ...HorizontalBlurShader, depthTest: false });
  const along = new ShaderMaterial({ ...VerticalBlurShader, depthTest: false });
  const quad = new FullScreenQuad();

  const pass = (shader: ShaderMaterial, from: WebGLRenderTarget, to: WebGLRenderTarget) => {
    quad.material = shader;
    shader.uniforms.tDiffuse = { value: from.texture };
    renderer.setRenderTarget(to);
    quad.render(renderer);
  };
  const blur = (amount: number) => {
    across.uniforms.h = { value: amount / 256 };
    along.uniforms.v = { value: amount / 256 };
    pass(across, target, other);
    pass(along, other, target);
  };

  return {
    plane,
    update(scene, box) {
      const size = box.getSize(new Vector3());
      const reach = Math.max(size.x, size.z, 0.3 * size.y) * margin;
      const centre = box.getCenter(new Vector3());
      Object.assign(camera, { left: -reach / 2, right: reach / 2, top: reach / 2, bottom: -reach / 2 });
      camera.far = Math.max(0.35 * size.y, 0.12 * Math.max(size.x, size.z));
      camera.position.set(centre.x, box.min.y - camera.far * 0.02, centre.z);
      camera.up.set(0, 0, 1);
      camera.lookAt(centre.x, box.min.y + 10, centre.z);
      camera.updateProjectionMatrix();
      plane.scale.set(reach, 1, reach);
      plane.position.set(centre.x, box.min.y - 0.002, centre.z);
      const { background, overrideMaterial } = scene;
      scene.background = null;
      scene.overrideMaterial = depth;
      renderer.setClearColor(0x000000, 0);
      renderer.setRenderTarget(target);
      renderer.clear();
      renderer.render(scene, camera);
      Object.assign(scene, { background, overrideMaterial });
      for (const amount of [3, 1.6, 0.8]) blur(amount);
      renderer.setRenderTarget(null);
    },
    dispose() {
      for (const kept of [target, other, plane.geometry, material, depth, across, along, quad])
        kept.dispose();
    },
  };
}
