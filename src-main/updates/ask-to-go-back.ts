import { app, dialog } from 'electron';
import { sentence, type Words } from '../../server/contract/sentence.ts';

/** Offers to go back if the new version failed to start. Needs no window, and nothing that could fail again. */
export async function askToGoBack(say: (text: Words) => string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Lodestock',
    message: say(sentence`Lodestock ${{ version: app.getVersion() }} did not start properly last time.`),
    detail: say(
      'You can go back to the previous version. Changes to this app’s server since the update are then set aside, and the new version is not installed automatically again.',
    ),
    buttons: [say('Try again'), say('Go back')],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}
