/** What is wrong with the fields of an input, in Spanish: each problem that the rules of an input find. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request, requestInput, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { foreignWords, lost } from '@countersign/testkit/fixtures/spoken-texts';
import { describe, expect, test } from 'vitest';
import { sizeProblems } from '../../../actions/deploy/parse-deploy.ts';
import { nameProblem } from '../../../contacts/name.ts';
import { resolveNames } from '../../../contacts/resolve.ts';
import { CountersignError } from '../../../errors/errors.ts';
import { networkWith } from '../../../escrow/network.ts';
import { parseDeployRequest } from '../../../escrow/parse-request.ts';
import { fieldProblemText } from './problems.ts';

const { signer } = request();
const CONTRACT = request().trustline.address;
const LOWER = signer.toLowerCase();
const WRONG = `${signer.slice(0, -1)}${signer.endsWith('A') ? 'B' : 'A'}`;

const INPUTS: readonly unknown[] = [
  undefined,
  {},
  [],
  requestInput({ signer: '', title: '', engagementId: 'x'.repeat(101), description: '\u0001' }),
  requestInput({ signer: LOWER, title: 'a\u200bb', description: 'x'.repeat(501) }),
  requestInput({ signer: WRONG, title: '\ud800' }),
  requestInput({ signer: ` ${signer}`, title: 5 }),
  requestInput({ signer: CONTRACT, kind: 'both' }),
  requestInput({ signer: 'nobody', extra: 1 }),
  ...['-1', '100', '0.001', '99999', 'x', 250, 1e21].map((platformFee) => requestInput({ platformFee })),
  ...['-1', '0', 'x', '1.12345678', '1e30', 1.0000000000000002e20].map((amount) =>
    requestInput({ milestones: [{ description: 'One', amount }] }),
  ),
  requestInput({ milestones: [] }),
  requestInput({ milestones: Array(11).fill({ description: 'One', amount: '1' }) }),
  requestInput({ milestones: [{ description: 'One', amount: '1', approved: true }] }),
  requestInput({ milestones: Array(60).fill({}) }),
  ...['x', 7, 1e12, 3].map((decimals) => requestInput({ trustline: { address: CONTRACT, decimals } })),
  requestInput({ trustline: { address: signer, decimals: 10_000_000 } }),
  requestInput({ receiverMemo: '-1' }),
  requestInput({ receiverMemo: '99999999999999999999999' }),
  requestInput({ roles: [{ approver: signer }, { approver: CONTRACT }] }),
];

function problemsOf(input: unknown): readonly string[] {
  try {
    parseDeployRequest(input, sandbox);
    return [];
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    return error.fields?.map(({ problem }) => problem) ?? [];
  }
}

const NAMES = [
  '',
  'x'.repeat(41),
  '!',
  'A  b',
  'Аdа',
  'ﬁ',
  'GABCDEFGHIJKLMNOP234',
  'aʰ',
  'ab\u0301\u0301\u0301\u0301\u0301',
];
const UNKNOWN = resolveNames(
  { signer: 'Nobody', trustline: { address: 'Coin' } },
  [
    { path: ['signer'], takes: 'party' },
    { path: ['trustline', 'address'], takes: 'token' },
  ],
  sandbox,
  [],
).problems.map(({ problem }) => problem);

/** Of a release that is paid at once: of all kinds it has room for the most milestones. */
const tooLarge = (count: number, length: number) => {
  const description = 'x'.repeat(length);
  const milestones = Array.from({ length: count }, () => ({ description, amount: '1' }));
  return sizeProblems({ ...request({ kind: 'single' }), milestones }, networkWith('sandbox', 'v1'));
};
const TOO_LARGE = [tooLarge(20, 500), tooLarge(40, 44), tooLarge(60, 1)].flatMap((all) =>
  all.map(({ problem }) => problem),
);

const FOUND = [
  ...new Set([
    ...INPUTS.flatMap(problemsOf),
    ...TOO_LARGE,
    ...NAMES.flatMap((name) => nameProblem(name) ?? []),
    ...UNKNOWN,
  ]),
];

describe('what is wrong with a field', () => {
  test('is found in many ways', () => {
    expect(FOUND.length).toBeGreaterThan(40);
  });

  test.each(FOUND)('is told in Spanish: %s', (problem) => {
    const told = fieldProblemText(problem);
    expect(told).not.toBe(problem);
    expect(foreignWords(told)).toEqual([]);
    expect(lost(problem, told)).toEqual([]);
  });

  test.each([
    [
      'is missing; it is one of these: Approver GABC, Release signer GDEF',
      'falta; es una de estas direcciones: Quien aprueba GABC, Quien libera los fondos GDEF',
    ],
    [
      'has more decimals than the token has (7); 1.5 would do',
      'tiene más decimales que el token (7); 1.5 estaría bien',
    ],
    ['is of no kind that anybody knows', 'is of no kind that anybody knows'],
    ['is empty; and something new', 'is empty; and something new'],
  ])('%s', (problem, told) => {
    expect(fieldProblemText(problem)).toBe(told);
  });

  test('is known wherever it stands as a whole text in the rules of requests, names and steps', () => {
    const from = join(import.meta.dirname, '../../..');
    const rules = ['escrow', 'contacts', 'actions/steps', 'actions/fund/request.ts'].flatMap((room) =>
      room.endsWith('.ts')
        ? [room]
        : readdirSync(join(from, room), { encoding: 'utf8' })
            .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
            .map((name) => `${room}/${name}`),
    );
    const texts = rules
      .filter((name) => !name.endsWith('read-step.ts'))
      .flatMap((name) => [
        ...readFileSync(join(from, name), 'utf8').matchAll(
          /'((?:is|has|holds|must|needs|stands|looks|could|stacks) [^'\n]*)'/g,
        ),
      ])
      .map(([, text = '']) => text);
    expect(texts.length).toBeGreaterThan(40);
    expect([...new Set(texts)].filter((text) => fieldProblemText(text) === text)).toEqual([]);
  });
});
