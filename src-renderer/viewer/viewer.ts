import type { AppError } from '../../server/contract/errors.ts';
import type { Progress } from './reading/fetch-model-file.ts';
import type { ViewCommand } from './view-command.ts';

/** A model that can be turned. */
export type Viewer = {
  readonly triangles: number;
  /** Names of its animations. */
  readonly clips: readonly string[];
  readonly perform: (command: ViewCommand) => void;
  readonly setWireframe: (isOn: boolean) => void;
  readonly setClay: (isOn: boolean) => void;
  readonly setPlaying: (isPlaying: boolean) => void;
  readonly chooseClip: (index: number) => void;
  /** Takes the view away and gives back what it kept. */
  readonly close: () => void;
};

export type ViewerOptions = {
  /** Of a GLB. */
  readonly address: string;
  /** Filled by the view. */
  readonly host: HTMLElement;
  /** For people who asked for less motion. */
  readonly isStill: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** The graphics card was taken away; the view is closed already. */
  readonly onLost: (error: AppError) => void;
};

/** Throws AppError with a next step, or the signal's reason. */
export type OpenViewer = (options: ViewerOptions) => Promise<Viewer>;
