/** Strangers' texts through what every surface is on: cleaning, requests, the service's words, explanations, logs. */
import { requestInput, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  envelopesOf,
  errorsOf,
  explanationsOf,
  preparedOf,
  settlementsOf,
} from '@countersign/testkit/fixtures/hostile-scenes';
import { ALL_HOSTILE, EVIL, FAMILY_NAMES, HOSTILE } from '@countersign/testkit/fixtures/hostile-text';
import { HONEST } from '@countersign/testkit/fixtures/ordinary-texts';
import { textsWithin, unfit, unfitWithin } from '@countersign/testkit/fixtures/text-properties';
import { counted, isWhole } from '@countersign/testkit/proof/share';
import { describe, expect, test } from 'vitest';
import { toCountersignError } from '../errors/errors.ts';
import { parseDeployRequest } from '../escrow/index.ts';
import { createLog } from '../platform/log.ts';
import { spokenView } from '../words/problems.ts';
import {
  cleanData,
  cleanLine,
  cleanParagraph,
  hiddenCharacters,
  quoted,
  quotedReveal,
  revealLine,
  revealParagraph,
} from './text.ts';

const PROOF = 'Hostile text';
const TEXT_FIELDS = ['engagementId', 'title', 'description', 'milestone'] as const;

function inputWith(field: (typeof TEXT_FIELDS)[number], text: string): Record<string, unknown> {
  return field === 'milestone'
    ? requestInput({ milestones: [{ description: text, amount: '1' }] })
    : requestInput({ [field]: text });
}

describe('cleaning', () => {
  const lines = [cleanLine, revealLine, quoted, quotedReveal];
  const paragraphs = [cleanParagraph, revealParagraph];

  test('returns a text that is fit to be shown, within its limit, and a line as one line', ({ task }) => {
    for (const { text } of HOSTILE) {
      for (const clean of [...lines, ...paragraphs]) {
        for (const limit of [2, 17, 60, 1_000]) {
          const shown = clean(text, limit);
          expect(unfit(shown), JSON.stringify(text.slice(0, 80))).toEqual([]);
          expect(shown.length).toBeLessThanOrEqual(limit + 2);
          if (lines.includes(clean as never)) expect(shown).not.toContain('\n');
          else expect(shown).not.toMatch(/\n{3}|^\n|\n$/);
        }
      }
    }
    task.meta.figures = {
      proof: PROOF,
      rows: {
        'families of hostile text': FAMILY_NAMES.length,
        'hostile texts': ALL_HOSTILE.length,
        'honest texts, none changed': HONEST.length,
      },
    };
  });

  test('a quotation is closed by us alone', () => {
    for (const { text } of HOSTILE) {
      for (const quote of [quoted, quotedReveal]) {
        const inside = quote(text, 400).slice(1, -1);
        expect(inside).not.toMatch(/["“”„‟«»‹›＂″‴‶❝❞〝〞]|['’]{2}/u);
      }
    }
  });

  test('data keeps its shape, and a whole reply is not let through at any length', () => {
    for (const { text } of HOSTILE) {
      const data = cleanData({ [text]: [text, { text }], more: Array(200).fill(text) });
      expect(unfitWithin(data)).toEqual([]);
      expect(JSON.stringify(data).length).toBeLessThan(60_000);
    }
  });

  test('honest texts of every script come through whole', () => {
    for (const text of HONEST) {
      for (const clean of [cleanLine, cleanParagraph, revealLine, revealParagraph]) expect(clean(text)).toBe(text);
      expect(hiddenCharacters(text)).toEqual([]);
      expect(unfit(text), text).toEqual([]);
    }
  });
});

test('a request’s text is refused with a plain problem, or taken as it is and fit to be shown', ({ task }) => {
  let refused = 0;
  let taken = 0;
  for (const { text } of HOSTILE) {
    for (const field of TEXT_FIELDS) {
      try {
        const request = parseDeployRequest(inputWith(field, text), sandbox);
        const { description = '' } = request.milestones[0] ?? {};
        const kept = field === 'milestone' ? description : request[field];
        expect(kept).toBe(text.replace(/\r\n?/g, '\n'));
        expect(unfit(kept.replaceAll('\t', ' ')), JSON.stringify(kept)).toEqual([]);
        taken++;
      } catch (thrown) {
        const error = toCountersignError(thrown);
        expect(error.code).toBe('INPUT_INVALID');
        expect(error.fields?.map(({ path }) => path)).toEqual([
          field === 'milestone' ? 'milestones[0].description' : field,
        ]);
        // The problem is in our words: nothing of the text is in it.
        expect(spokenView(error, 'en').fields?.[0]?.problem).toMatch(
          /^(is empty|has \d+ characters; at most \d+ are allowed|holds (half of a character|control characters|invisible characters)|stacks marks)/,
        );
        refused++;
      }
    }
  }
  if (isWhole) expect(Math.min(refused, taken)).toBeGreaterThan(300);
  task.meta.figures = {
    proof: PROOF,
    rows: {
      'request texts refused by name': counted(refused),
      'request texts taken, nothing hidden in them': counted(taken),
    },
  };
});

test('honest requests are taken as they are, without a warning', () => {
  for (const text of HONEST) {
    for (const field of TEXT_FIELDS) expect(() => parseDeployRequest(inputWith(field, text), sandbox)).not.toThrow();
    expect(preparedOf(text).summary.warnings, text).toBeUndefined();
  }
});

describe('the texts that leave the product', () => {
  test('a summary holds a text in the fields of texts alone, fit to be shown', () => {
    const benign = textsWithin(preparedOf('Logo').summary).filter(({ text }) => !text.includes('Logo'));
    for (const { text } of HOSTILE) {
      const { warnings: _, ...summary } = preparedOf(text).summary;
      expect(unfitWithin(summary)).toEqual([]);
      const others = textsWithin(summary).filter(({ way }) => !/engagementId|title|description/.test(way));
      expect(others).toEqual(benign);
    }
  });

  test('the service’s words stand in detail and escrow, never in our sentences', ({ task }) => {
    const ours = (text: string) => settlementsOf(text).map(({ detail: _, escrow: __, ...rest }) => rest);
    const benign = ours('a benign word');
    for (const { text } of HOSTILE) {
      for (const settlement of settlementsOf(text)) {
        expect(unfitWithin(settlement)).toEqual([]);
        expect(settlement.detail?.length ?? 0).toBeLessThanOrEqual(300);
      }
      // Whatever a stranger says, short of naming a refusal of the ledger, what we say is the same.
      expect(ours(text)).toEqual(benign);
    }
    task.meta.figures = {
      proof: PROOF,
      rows: { 'answers of the service looked at': ALL_HOSTILE.length * benign.length },
    };
  });

  test('an error holds a stranger’s text in detail and nowhere else', ({ task }) => {
    for (const { text } of HOSTILE) {
      for (const error of errorsOf(text)) {
        const { detail, ...ours } = error.toView();
        expect(unfitWithin(error.toView()), text).toEqual([]);
        expect(detail?.length ?? 0).toBeLessThanOrEqual(300);
        const reply = textsWithin(ours)
          .map((each) => each.text)
          .join('\n');
        expect(reply).not.toContain(EVIL);
        expect(reply).not.toMatch(/evil\.example|Ignore all previous/);
      }
    }
    task.meta.figures = { proof: PROOF, rows: { 'errors looked at': ALL_HOSTILE.length * errorsOf('x').length } };
  });
});

test('an explanation of any envelope is fit to be shown, in our labels', ({ task }) => {
  const labels = explanationsOf('benign').map(({ lines }) => lines.map(({ label }) => label));
  for (const { text } of HOSTILE) {
    explanationsOf(text).forEach(({ heading, lines, warnings }, index) => {
      expect(unfitWithin([heading, lines, warnings]), `${index} ${JSON.stringify(text.slice(0, 60))}`).toEqual([]);
      expect(heading).not.toContain('\n');
      for (const warning of warnings) expect(warning).not.toContain('\n');
      expect(lines.map(({ label }) => label)).toEqual(labels[index]);
    });
  }
  expect(labels).toHaveLength(envelopesOf('x').length);
  task.meta.figures = { proof: PROOF, rows: { 'envelopes explained': ALL_HOSTILE.length * labels.length } };
});

test('a log line is one line of visible characters, and means what was logged', ({ task }) => {
  const written: string[] = [];
  const log = createLog({ level: 'info', redact: (text) => text, write: (line) => written.push(line) });
  for (const { text } of HOSTILE) {
    log('warn', text, { cause: text, [text]: 1 });
    const line = written.pop() as string;
    expect(unfit(line.slice(0, -1))).toEqual([]);
    expect(line.slice(0, -1)).not.toContain('\n');
    expect(line.endsWith('\n')).toBe(true);
    const { message } = JSON.parse(line);
    if (text.length > 4_000) expect(message).toBe(`${text.slice(0, 4_000)}…`);
    else expect(message).toEqual(text.isWellFormed() ? text : expect.any(String));
  }
  task.meta.figures = { proof: PROOF, rows: { 'log lines looked at': ALL_HOSTILE.length } };
});
