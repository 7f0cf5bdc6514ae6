/** Strangers' texts at a terminal: no control bytes, and no line of theirs that could pass for ours. */
import { explanationText } from '@countersign/mcp-server/command-line/texts';
import { envelopesOf, explanationsOf } from '@countersign/testkit/fixtures/hostile-scenes';
import { ALL_HOSTILE, HOSTILE } from '@countersign/testkit/fixtures/hostile-text';
import { unfit } from '@countersign/testkit/fixtures/text-properties';
import { sampled } from '@countersign/testkit/proof/share';
import { runTool } from '@countersign/testkit/tools/run-tool';
import { expect, test } from 'vitest';

const PROOF = 'Hostile text';
/** A terminal's width, a narrow one's, and no terminal. */
const WIDTHS = [100, 60, undefined];
/** The longest code of ours, which is never broken, behind the widest label. */
const LONGEST_LINE = 64;
/** At the end of a long explanation. */
const REMINDER = 'Before anyone signs: read the warning at the top.';

test('an explanation has our labels in their order, with everything else indented behind them', ({ task }) => {
  for (const { text } of HOSTILE) {
    for (const explanation of explanationsOf(text)) {
      for (const columns of WIDTHS) {
        const shown = explanationText(explanation, columns);
        const about = JSON.stringify(text.slice(0, 60));
        expect(unfit(shown), about).toEqual([]);
        const [heading = '', ...lines] = shown.split('\n');
        expect(heading).toMatch(/^\S/);
        const [title, reminder, ...others] = lines.filter((line) => /^\S/.test(line));
        expect(title).toBe(explanation.warnings.length === 0 ? undefined : 'Before anyone signs:');
        expect(reminder ?? REMINDER).toMatch(/^Before anyone signs: read the (?:\d+ warnings|warning) at the top\.$/);
        expect(others).toEqual([]);
        const labels = lines
          .flatMap((line) => /^ {2}(\S.*?) {2}/.exec(line)?.[1] ?? [])
          .filter((label) => !label.startsWith('! '));
        expect(labels, about).toEqual(explanation.lines.map(({ label }) => label));
        expect(lines.filter((line) => line.startsWith('  ! '))).toHaveLength(explanation.warnings.length);
        if (columns !== undefined) {
          // Combining marks have no width. Only a code of ours, or one word, may stick out.
          for (const line of lines.map((each) => [...each.replace(/\p{M}/gu, '')])) {
            const stickingOut = line.length > columns && line.join('').trimStart().length > LONGEST_LINE;
            expect(stickingOut && / \S/.test(line.slice(columns).join('')), line.join('')).toBe(false);
          }
        }
      }
    }
  }
  task.meta.figures = {
    proof: PROOF,
    rows: {
      'terminal: explanations, each at three widths': ALL_HOSTILE.length * explanationsOf('x').length * WIDTHS.length,
    },
  };
});

test('as a process: a file’s name, a flag, a file’s content, and a transaction', async ({ task }) => {
  const nasty = ALL_HOSTILE.filter(({ family, text }) => family === 'terminal' && !text.includes('\0')).map(
    ({ text }) => text,
  );
  const calls = [
    ...nasty.slice(0, 3).map((text) => () => runTool('explain', [`no-such-file-${text}`])),
    () => runTool('explain', [`--${nasty[0]}`, 'x']),
    () => runTool('explain', ['-'], { input: nasty.join('\n') }),
    () => runTool('wallet', ['sign', '-', '--as', nasty[1] as string], { input: 'AAAA' }),
    () => runTool('wallet', ['fund', nasty[2] as string]),
    ...envelopesOf(nasty[0] as string).map((envelope) => () => runTool('explain', ['-'], { input: envelope })),
  ];
  for (const call of sampled(calls)) {
    const { stdout, stderr } = await call();
    expect(unfit(stdout)).toEqual([]);
    expect(unfit(stderr)).toEqual([]);
    expect(stdout + stderr).not.toBe('');
  }
  task.meta.figures = { proof: PROOF, rows: { 'terminal: commands as processes': calls.length } };
});
