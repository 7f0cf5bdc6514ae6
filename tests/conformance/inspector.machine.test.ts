/** The protocol's own inspector on the server as a host starts it: its warnings are problems for some host or model. */
import { CLI } from '@countersign/testkit/mcp/host';
import { installedProgram } from '@countersign/testkit/processes/installed-program';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';

const INSPECTOR = installedProgram('node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js');

async function inspect(method: string, ...more: readonly string[]): Promise<void> {
  const folder = temporaryFolder();
  const env = { HOME: folder, COUNTERSIGN_DATA_DIR: folder, COUNTERSIGN_LOG: 'silent' };
  const args = [INSPECTOR, '--cli', process.execPath, CLI, '--method', method, ...more];
  const inspector = startProcess(args, { env });
  expect([await inspector.ended, inspector.stderr()]).toEqual([0, '']);
  expect(JSON.parse(inspector.stdout())).toBeTypeOf('object');
}

test('it has no warnings about the tools', () => inspect('tools/list', '--strict'));

test.each(['resources/list', 'resources/templates/list', 'prompts/list'])('it lists %s without a word', (method) =>
  inspect(method),
);
