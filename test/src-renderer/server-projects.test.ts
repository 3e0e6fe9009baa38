import { expect, test } from 'vitest';
import { simpleModel } from '../helpers/library-folder.ts';
import { registerPerson } from '../helpers/test-server.ts';
import { findViolations } from './site/axe.ts';
import { expectHeading } from './site/pages.ts';
import { describeServerPages } from './site/server-pages.ts';

const files = {
  ...simpleModel('chair', { guid: 'chair', title: 'Chair', license: 'CC-BY-4.0', attribution: 'Ada' }),
  ...simpleModel('lamp', { guid: 'lamp', title: 'Lamp', license: 'CC-BY-NC-4.0' }),
  ...simpleModel('vase', { guid: 'vase', title: 'Vase', license: 'Studio licence' }),
};

describeServerPages('projects', ({ share }) => {
  const openShared = share({ files });

  test('say what stands in the way until nothing does, by keyboard alone', async () => {
    const { server, page, person } = await openShared({ at: '/projects', who: 'member' });
    await page.getByText('No projects yet.').waitFor();
    const empty = await findViolations(page);
    await page.getByRole('button', { name: 'New project' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Name').fill('Short film');
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Short film');
    await page.getByText('No models yet.').waitFor();

    await page.goto('/');
    await page.getByRole('gridcell').first().focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('toolbar').getByRole('button', { name: 'Collect' }).press('Enter');
    const chooser = page.getByRole('dialog', { name: 'Add to collections' });
    await chooser.getByRole('combobox', { name: 'Add to project' }).selectOption('Short film');
    await chooser.getByRole('button', { name: 'Add to project' }).press('Enter');
    await chooser.getByText('Added to Short film.').waitFor();
    const inChooser = await findViolations(page);
    await page.keyboard.press('Escape');

    await page.goto('/projects');
    await page.getByRole('link', { name: 'Short film' }).press('Enter');
    await page.getByText('2 things stand in the way').waitFor();
    await page.getByText('CC-BY-NC-4.0 forbids commercial use.').waitFor();
    const withProblems = await findViolations(page);
    await page.getByRole('button', { name: 'More actions for Vase' }).press('Enter');
    await page.keyboard.press('Enter'); // Allow “Studio licence”
    await page.getByText('1 thing stands in the way').waitFor();
    await page.getByRole('checkbox', { name: 'Non-commercial' }).press(' ');
    await page.getByText('May ship').waitFor();
    await page.getByRole('button', { name: 'Credits' }).press('Enter');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');

    expect((await download).suggestedFilename()).toBe('credits.txt');
    expect([empty, inChooser, withProblems]).toEqual([[], [], []]);
    const [project] = (await server.call('projects', {}, person)).body.projects;
    expect(project).toMatchObject({
      forbids: ['editorial', 'unknown'],
      allows: ['Studio licence'],
      models: 3,
    });
  });

  test('are renamed and deleted, and a model is removed', async () => {
    const { server, page, person } = await openShared({ who: 'member' });
    const { id: projectId } = (await server.call('makeProject', { name: 'Film' }, person)).body;
    await server.call('changeProject', { projectId, add: ['lamp', 'chair'] }, person);
    await page.goto(`/projects/${projectId}`);

    await page.getByRole('button', { name: 'More actions for Lamp' }).click();
    await page.getByRole('menuitem', { name: 'Remove from project' }).click();
    await page.getByText('May ship').waitFor();
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Rename project' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Feature');
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Feature');
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete project' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete project' }).click();
    await page.getByText('No projects yet.').waitFor();

    expect((await server.call('projects', {}, person)).body.projects).toEqual([]);
  });

  test('let those with whom they are shared look, and say nothing of others', async () => {
    const { server, page } = await openShared({ who: 'member' });
    const owner = await registerPerson(server);
    const make = async (name: string, isShared: boolean) =>
      (await server.call('makeProject', { name, isShared }, owner)).body.id;
    const shared = await make('Shared film', true);
    const secret = await make('Secret film', false);
    await server.call('changeProject', { projectId: shared, add: ['lamp'] }, owner);

    await page.goto('/projects');
    await page.getByRole('link', { name: 'Shared film' }).click();
    await page.getByText('1 thing stands in the way').waitFor();
    const isOpen = await page.getByRole('checkbox', { name: 'Editorial only' }).isEnabled();
    const menus = await page.getByRole('button', { name: /^More actions/ }).count();
    await page.goto(`/projects/${secret}`);
    await page.getByRole('alert').getByText('There is no such project').waitFor();

    expect([isOpen, menus]).toEqual([false, 0]);
    expect(await page.content()).not.toContain('Secret film');
  });
});
