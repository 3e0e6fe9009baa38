/** The libraries of this computer, and moving one of them. */
export const libraries = {
  add: 'Add a library…',
  commands: {
    drop: 'Remove from the list',
    locate: 'Choose its folder…',
    move: 'Move to another folder or disk…',
    rename: 'Rename',
    use: 'Save downloads here',
  },
  hint: 'Each library is a folder with one ordinary folder per model. All of them are searched together. Removing one from the list deletes nothing.',
  isAway: 'Not connected',
  isDefault: 'Downloads go here',
  isElsewhere: 'On another disk',
  list: 'Libraries',
  menuOf: 'More: {{name}}',
  moving: {
    hint: 'Every file is compared with its copy before the old one is deleted. Downloads to this library wait until it has moved.',
    pause: 'Pause',
    resume: 'Resume',
    status: {
      clearing: 'Everything has moved. Deleting the old files…',
      moving: 'Moving…',
      paused: 'Paused',
      stopped: 'Stopped: needs your attention',
      waiting: 'Waiting; retries automatically',
    },
    sums_one: '{{done}} of {{total}}, {{doneFiles, number}} of {{count, number}} file',
    sums_other: '{{done}} of {{total}}, {{doneFiles, number}} of {{count, number}} files',
    title: 'Moving a library',
    way: 'From {{from}} to {{to}}',
  },
  name: 'Name of the library',
} as const;
