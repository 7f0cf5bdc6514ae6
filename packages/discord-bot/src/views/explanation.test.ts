import { type Explanation, explainTransaction } from '@countersign/core/explain';
import type { Language } from '@countersign/core/words';
import { NOW, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { foreignWords } from '@countersign/testkit/fixtures/spoken-texts';
import {
  attacker,
  envelopeOf,
  HARMLESS,
  hiddenAmong,
  PAYMENT,
  TAKEOVER,
  TAKEOVER_WARNINGS,
  victim,
} from '@countersign/testkit/fixtures/takeover';
import { expect, test } from 'vitest';
import { explanationMessage } from '../commands/explain.ts';
import type { Message } from '../discord/answers.ts';
import { wordsOf } from '../words/index.ts';
import { line } from './markdown.ts';
import { fits } from './parts.ts';

const ENGLISH = wordsOf('en');

type Container = { components: { content?: string }[] };
const contentsOf = ({ components }: Message) =>
  (components as unknown as Container[]).flatMap((part) => part.components.flatMap(({ content }) => content ?? []));
const componentsOf = ({ components }: Message) =>
  (components as unknown as { components: Parameters<typeof fits>[0] }[])[0]?.components ?? [];
const explain = (text: string, language: Language = 'en'): Explanation =>
  explainTransaction(text, sandbox, NOW, { language });
const rows = (message: Message) => contentsOf(message).join('\n').split('\n');

test.each(Object.keys(HARMLESS))('shows a takeover hidden among 99 %s as the first warning, whole', (kind) => {
  for (const position of [0, 57, 99]) {
    const envelope = hiddenAmong(kind, position, TAKEOVER);
    const [english, spanish] = (['en', 'es'] as const).map((language) => {
      const message = explanationMessage(explain(envelope, language), wordsOf(language));
      expect(fits(componentsOf(message))).toBe(true);
      const first = rows(message).filter((row) => row.startsWith('- '));
      return {
        first: first.slice(0, 3).join('\n'),
        all: [...contentsOf(message), message.files?.[0]?.text].join('\n'),
      };
    });
    for (const warning of [...TAKEOVER_WARNINGS, `Operation ${position + 1} lets`])
      expect(english?.first).toContain(line(warning));
    expect(spanish?.first).toContain(`La operación ${position + 1} permite a ${attacker} firmar por ${victim}`);
    expect(foreignWords(String(spanish?.all))).toEqual([]);
  }
});

test('warnings that do not fit are counted by kind before the first one, and are in the file', () => {
  const explanation = explain(hiddenAmong('signers removed that never were', 57, TAKEOVER));
  const message = explanationMessage(explanation, ENGLISH);
  const [, notice = '', ...warnings] = rows(message);
  const shown = warnings.filter((row) => row.startsWith('- ')).length;
  expect(shown).toBeGreaterThan(10);
  expect(notice).toBe(
    `**Read explanation.txt before anyone signs.** It holds ${102 - shown} more warnings: ${101 - shown} about who can no longer sign, 1 about the transaction itself.`,
  );
  const [file] = message.files ?? [];
  for (const { text } of explanation.warnings) expect(file?.text).toContain(`! ${text}\n`);
  const whole = String(file?.text);
  expect(whole.indexOf('! ')).toBeLessThan(whole.indexOf('Operation 1:'));
});

test('shown warnings are complete, ordered by what is at stake', () => {
  for (const kind of Object.keys(HARMLESS)) {
    const explanation = explain(hiddenAmong(kind, 99, TAKEOVER));
    const shown = rows(explanationMessage(explanation, ENGLISH)).filter((row) => row.startsWith('- '));
    expect(shown).toEqual(explanation.warnings.slice(0, shown.length).map(({ text }) => `- ${line(text, 1_000)}`));
  }
});

test('a short explanation needs no file, and its warnings come before its lines', () => {
  const message = explanationMessage(explain(envelopeOf(PAYMENT)), ENGLISH);
  expect(message.files).toBeUndefined();
  const filesOf = (length: number) =>
    explanationMessage({ heading: 'A', lines: [{ label: 'B', value: 'x'.repeat(length) }], warnings: [] }, ENGLISH)
      .files;
  expect([filesOf(1_000), filesOf(1_001)?.length]).toEqual([undefined, 1]);
  const all = rows(message);
  expect(all[1]).toBe(`- ${line(`Operation 1 pays 1 XLM from ${victim} to ${attacker}.`)}`);
  expect(all.findIndex((row) => row.startsWith('**Operation 1**'))).toBeGreaterThan(1);
});

test('texts of any length fit, and a warning of endless length does not hide how many follow', () => {
  const endless: Explanation = {
    heading: '*'.repeat(1_000),
    lines: Array.from({ length: 300 }, (_, index) => ({ label: `Operation ${index}`, value: '*'.repeat(5_000) })),
    warnings: Array.from({ length: 300 }, () => ({ stakes: 'control' as const, text: '*'.repeat(5_000) })),
  };
  const message = explanationMessage(endless, ENGLISH);
  expect(fits(componentsOf(message))).toBe(true);
  expect(contentsOf(message).join('\n')).toMatch(/It holds 29\d more warnings: 29\d about who controls an account/);
});
