import path from 'node:path';
import { type Judge, root, runProgram } from '../judge.ts';
import { withServer } from '../server-on-trial.ts';

const inModules = (file: string) => path.join(root, 'node_modules', file);
const suite = inModules('@modelcontextprotocol/conformance/dist/index.js');
const inspector = inModules('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const expected = path.join(root, 'test/server/mcp/conformance-baseline.yml');

export const conformance: Judge = {
  name: 'MCP conformance',
  run: () =>
    withServer(async ({ baseUrl }) => {
      const args = [suite, 'server', '--url', `${baseUrl}/mcp/`, '--expected-failures', expected];
      const { code, text } = await runProgram(process.execPath, args);
      const passed = [...text.matchAll(/✓ [\w-]+/g)].length;
      return {
        figures: `${passed} scenarios passed; the others want tools of the suite's own`,
        findings: code === 0 ? [] : [`It ended with ${code}: ${text.trim().split('\n').at(-1)}`],
      };
    }),
};

/** Lists and calls over each transport, as the Inspector's command line does. */
export const mcpInspector: Judge = {
  name: 'MCP Inspector',
  run: () =>
    withServer(async ({ baseUrl }) => {
      const call = [
        '--method',
        'tools/call',
        '--tool-name',
        'search_models',
        '--tool-arg',
        'query_string=chair',
      ];
      const targets = {
        http: [`${baseUrl}/mcp/`, '--transport', 'http', ...call],
        sse: [`${baseUrl}/mcp/sse`, '--transport', 'sse', ...call],
        stdio: [...call, '--', process.execPath, path.join(root, 'server/main.ts'), '--transport', 'stdio'],
      };
      targets.stdio.push('--server', baseUrl);
      const findings: string[] = [];
      for (const [transport, target] of Object.entries(targets)) {
        const { code, text } = await runProgram(process.execPath, [inspector, '--cli', ...target]);
        if (code !== 0 || !text.includes('model_chair'))
          findings.push(`${transport} ended with ${code}: ${text.trim().split('\n').at(-1)}`);
      }
      return { figures: 'a search over http, sse and stdio', findings };
    }),
};
