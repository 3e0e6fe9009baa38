import path from 'node:path';
import { type Judge, root } from '../judge.ts';
import { judgePackages, withInstallScripts } from '../licences.ts';

export const packages: Judge = {
  name: 'Licences and install scripts',
  async run() {
    const facts = judgePackages(path.join(root, 'package-lock.json'));
    const most = [...facts.licences].sort(([, a], [, b]) => b - a).slice(0, 4);
    const counts = most.map(([licence, count]) => `${licence} ${count}`).join(', ');
    const scripts = Object.keys(withInstallScripts).join(', ');
    return {
      figures: `${facts.packages} packages: ${counts} …; install scripts, none needed: ${scripts}`,
      findings: facts.findings,
    };
  },
};
