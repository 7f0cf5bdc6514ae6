/** An escrow as a member reads it, line by line: its money, whose turn it is, its milestones and its people. */
import type { EscrowView } from '@countersign/core';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { allParts } from '@countersign/testkit/discord/rules';
import { plain } from '@countersign/testkit/discord/talk';
import { expect, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { escrowMessage } from './escrow.ts';

const WORDS = wordsOf('en');
const [CLIENT, PROVIDER, PLATFORM, ARBITER] = SANDBOX_ACCOUNTS.map(({ address }) => address) as [
  string,
  string,
  string,
  string,
];
const CONTRACT = `C${'A'.repeat(55)}`;
const open = { description: 'Sketches', amount: '10.5', state: 'open' } as const;
const VIEW: EscrowView = {
  ...{ status: 'settled', by: 'ledger', network: 'sandbox', contractId: CONTRACT, kind: 'multi', generation: 'B' },
  ...{ engagementId: 'E-1', title: 'Logo', description: 'A logo', platformFeePercent: '5', asset: 'USDC' },
  ...{ token: CONTRACT, held: '30.5', needed: '25', total: '30.5', state: 'working', message: 'M.', next: '' },
  roles: {
    ...{ approver: CLIENT, serviceProvider: PROVIDER, platformAddress: PLATFORM, releaseSigner: CLIENT },
    ...{ disputeResolver: ARBITER, receiver: PROVIDER },
  },
  milestones: [
    { ...open, state: 'released', status: 'sent', evidence: 'https://example.org/a' },
    { description: 'Drafts', amount: '20', state: 'approved', receiver: PROVIDER },
  ],
  turn: [{ role: 'releaseSigner', address: CLIENT, action: 'release', milestone: 2 }],
};
type Rest = Parameters<typeof escrowMessage> extends [unknown, unknown, unknown, ...infer More] ? More : never;
const shown = (changes: Partial<EscrowView>, wallet?: string, ...rest: Rest) =>
  escrowMessage({ ...VIEW, ...changes }, wallet, WORDS, ...rest);
const linesOf = (...of: Parameters<typeof shown>) => plain(shown(...of)).split('\n');
const { escrow, core } = WORDS;
const TURN = '- Release signer pays out milestone 2.';
const YOURS = '- You pay out milestone 2.';
const HOLDS = '**Holds** 30.5 USDC; its terms have yet to pay out 25';
const SUM = '**Milestones**: 30.5 USDC in all';
const ACT = `-# ${escrow.noWallet}`;
const FIRST = '1. **10.5 USDC** Sketches: **Paid out**, status sent, evidence <https://example.org/a>';
const SECOND = `2. **20 USDC** Drafts: **Approved**, to \`${PROVIDER}\``;
const SIGNS = `**Approver, release signer** \`${CLIENT}\``;
const WORKS = `**Service provider, receiver** \`${PROVIDER}\``;
const WHOLE = [
  ...['## Logo', '**SANDBOX: simulated, worth nothing**', '**State** In progress', HOLDS],
  '**Paid** each milestone by itself, less 5 % for the platform and the service’s fee',
  ...['**Whose turn it is**', TURN, SUM, FIRST, SECOND, SIGNS, WORKS, `**Platform** \`${PLATFORM}\``],
  ...[`**Dispute resolver** \`${ARBITER}\``, `**Escrow address** \`${CONTRACT}\``, '**Engagement** E-1'],
  ...['**Description** A logo', ACT],
];

test('shows an escrow whole', () => expect(linesOf({})).toEqual(WHOLE));

const names = [{ field: 'roles.releaseSigner', name: 'Ana', address: CLIENT, from: 'sandbox' }] as const;
test.each<[string, Parameters<typeof shown>, before: string[], after: string[]]>([
  [
    'not on the ledger yet',
    [{ state: undefined, held: undefined, needed: undefined, turn: undefined }],
    ['**State** In progress', HOLDS, TURN],
    ['**State** Settled', '**Holds** not known', 'M.', escrow.notOnLedger],
  ],
  ['of which the turn was not read', [{ turn: undefined }], [TURN], [escrow.couldNotFindOut]],
  ['in which nothing is left to do', [{ turn: [] }], [TURN], ['Nothing is left to do.']],
  ['of unknown code', [{ codeIs: 'unknown' }], [TURN], [escrow.codeNotKnown]],
  [
    'whose code another account can replace',
    [{ codeOwner: CLIENT, codeIs: 'unknown' }],
    [TURN],
    [core.reasonText({ code: 'CODE_OF_ANOTHER', params: { owner: CLIENT } })],
  ],
  [
    'of a ledger that was set aside',
    [{ setAside: true }],
    ['**State** In progress', TURN],
    ['**State** Of a ledger that was set aside', 'Nothing is left to do.'],
  ],
  ['that was changed', [{ changedSince: [] }], [], [escrow.termsChanged]],
  ['that is archived', [{ archived: true }], [], [core.ARCHIVED_WORDS.sentence]],
  ['with an earlier address', [{ previousAddresses: [CONTRACT] }], [], ['M.']],
  ['that is not settled', [{ status: 'not-prepared-here' }], [], ['M.']],
  [
    'that is paid at once',
    [{ kind: 'single', milestones: [{ description: 'A', state: 'open' }] }],
    [WHOLE[4] as string, SUM, FIRST, SECOND],
    [
      '**Paid** all at once, less 5 % for the platform and the service’s fee',
      ...['**Milestones**: 30.5 USDC', '1. A: **Open**'],
    ],
  ],
  ['without a total', [{ total: undefined }], [SUM], ['**Milestones**']],
  [
    'whose milestones name their receivers',
    [{ roles: { ...VIEW.roles, receiver: undefined } }],
    [WORKS],
    [`**Service provider** \`${PROVIDER}\``, `**Receiver** ${escrow.byMilestone}`],
  ],
  ['by its id', [{ id: 'a'.repeat(32) }], [ACT], [`${ACT} Id \`${'a'.repeat(32)}\``]],
  [
    'with a name',
    [{ names }],
    [TURN, SIGNS],
    ['- Release signer (Ana) pays out milestone 2.', SIGNS.replace('`G', 'Ana `G')],
  ],
  ['to a party in a server', [{}, CLIENT], [TURN, SIGNS, ACT], [YOURS, `${SIGNS} (you)`, `-# ${escrow.yourButtons}`]],
  [
    'to a party elsewhere',
    [{}, CLIENT, 'alone'],
    [TURN, SIGNS, ACT],
    [YOURS, `${SIGNS} (you)`, `-# ${escrow.stepsInServers}`],
  ],
])('shows an escrow %s', (_, of, before, after) => {
  const lines = linesOf(...of);
  expect(WHOLE.filter((each) => !lines.includes(each))).toEqual(before);
  expect(lines.filter((each) => !WHOLE.includes(each))).toEqual(after);
});

test.each<[milestones: number, from: number | undefined, paidOut: number, shown: number[], pages: string[]]>([
  [10, undefined, 3, [1, 10], []],
  [11, undefined, 0, [1, 8], ['9']],
  [12, undefined, 3, [4, 11], ['1', '12']],
  [12, 5, 0, [5, 12], ['1']],
  [12, 12, 0, [5, 12], ['1']],
  [12, undefined, 12, [1, 8], ['9']],
  [30, 10, 0, [10, 17], ['2', '18']],
])(
  'shows of %i milestones from %s, with %i paid out, those of %j and pages at %j',
  (count, from, paid, ends, pages) => {
    const milestones = Array.from({ length: count }, (_, at) => ({
      ...open,
      state: at >= paid ? 'open' : at % 2 === 0 ? ('released' as const) : ('resolved' as const),
    })) as EscrowView['milestones'];
    const message = shown({ milestones }, undefined, 'possible', from);
    const numbers =
      plain(message)
        .match(/^\d+(?=\. )/gm)
        ?.map(Number) ?? [];
    expect([numbers[0], numbers.at(-1)]).toEqual(ends);
    const left = count - numbers.length;
    expect(plain(message).includes(`and ${left} more`)).toBe(left > 0);
    const targets = allParts(message.components).flatMap(({ custom_id: id }) => /\.(\d+)$/.exec(String(id))?.[1] ?? []);
    expect(targets).toEqual(pages);
  },
);

test('shows a party its own code, and the arbiter those of all', () => {
  const codes = [
    { code: 'ABCD', roles: ['approver', 'releaseSigner'] },
    { code: 'EFGH', roles: [] },
  ] as const;
  const shownTo = (wallet: string) =>
    linesOf({}, wallet, 'possible', undefined, codes).filter((each) => each.includes('ABCD'));
  expect(shownTo(CLIENT)).toEqual([expect.stringMatching(/^\*\*Your code\*\* `ABCD`\./)]);
  expect(shownTo(ARBITER)).toEqual([expect.stringContaining(' Approver `ABCD`, Receiver `EFGH`.')]);
});
