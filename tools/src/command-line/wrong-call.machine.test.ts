import { ownCommand } from '@countersign/core/platform/launch';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { runTool } from '@countersign/testkit/tools/run-tool';
import { runToolHere } from '@countersign/testkit/tools/run-tool-here';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { COMMANDS } from './commands.ts';

const TOOLS = [
  'backup',
  'bench',
  'build',
  'contacts',
  'demo',
  'doctor',
  'escrows',
  'explain',
  'fuzz',
  'move',
  'pack',
  'pictures',
  'proof',
  'rehearse',
  'restore',
  'start',
  'wallet',
];
const ENTRY = new URL('../../../countersign', import.meta.url).pathname;

test.each(TOOLS)('%s --help shows how it is called, and does nothing', async (tool) => {
  const { code, stdout, stderr } = await runTool(tool, ['--help']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^usage: pnpm (?:run )?${tool}\\b`));
});

test.each(TOOLS)('%s ends as a wrong call when it does not know an option', async (tool) => {
  const { code, stdout, stderr } = await runToolHere(tool, ['--no-such-option']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/no-such-option|usage/);
  expect(stderr).not.toContain('    at ');
});

test('a wrong call says what is wrong, then prints the same usage as --help', async () => {
  const [asked, wrong] = await Promise.all([
    runToolHere('wallet', ['--help']),
    runToolHere('wallet', ['no-such-command']),
  ]);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toBe(`There is no command “no-such-command”.\n\n${asked.stdout}`);
});

test('./countersign --help lists commands that exist, each with a sentence', async () => {
  const { ended, stdout, stderr } = startProcess(['--help'], { command: ENTRY });
  expect([await ended, stderr()]).toEqual([0, '']);
  for (const [name, sentence] of Object.entries(COMMANDS)) {
    expect(stdout()).toContain(`  ${name.padEnd(12)}  ${sentence}\n`);
    expect(Object.keys(packageJson.scripts)).toContain(name);
  }
});

test.each([
  [[], 'A command is missing.'],
  [['bto'], 'There is no command “bto”. Did you mean “bot”?'],
  [['docter', '--json'], 'There is no command “docter”. Did you mean “doctor”?'],
  [['toString'], 'There is no command “toString”.'],
  [['check'], 'There is no command “check”.'],
])('./countersign %j lists the commands after what is wrong', async (args, problem) => {
  const { ended, stdout, stderr } = startProcess(args, { command: ENTRY });
  expect([await ended, stdout()]).toEqual([2, '']);
  expect(stderr().startsWith(`${problem}\n\nusage: ./countersign`)).toBe(true);
});

test('the command that errors name runs', async () => {
  const { ended, stdout } = startProcess(['-c', `${ownCommand()} contacts --help`], { command: 'sh' });
  expect(await ended).toBe(0);
  expect(stdout()).toContain(`usage: ${ownCommand()} contacts <command>`);
});
