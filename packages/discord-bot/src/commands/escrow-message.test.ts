/** An escrow as a member reads it, line by line: its money, whose turn it is, its milestones and its people. */
import type { EscrowView } from '@countersign/core';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { allParts } from '@countersign/testkit/discord/rules';
import { plain } from '@countersign/testkit/discord/talk';
import { createPart } from '@countersign/testkit/record/part';
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
const CODES = [
  { code: 'ABCD', roles: ['approver', 'releaseSigner'] },
  { code: 'EFGH', roles: [] },
] as const;
const names = [{ field: 'roles.releaseSigner', name: 'Ana', address: CLIENT, from: 'sandbox' }] as const;
const CASES: readonly (readonly [title: string, ...of: Parameters<typeof shown>])[] = [
  ['not on the ledger yet', { state: undefined, held: undefined, needed: undefined, turn: undefined }],
  ['the turn was not read', { turn: undefined }],
  ['nothing is left to do', { turn: [] }],
  ['of unknown code', { codeIs: 'unknown' }],
  ['whose code another account can replace', { codeOwner: CLIENT, codeIs: 'unknown' }],
  ['of a ledger that was set aside', { setAside: true }],
  ['changed', { changedSince: [] }],
  ['archived', { archived: true }],
  ['with an earlier address', { previousAddresses: [CONTRACT] }],
  ['not prepared here', { status: 'not-prepared-here' }],
  ['paid at once', { kind: 'single', milestones: [{ description: 'A', state: 'open' }] }],
  ['without a total', { total: undefined }],
  ['whose milestones name their receivers', { roles: { ...VIEW.roles, receiver: undefined } }],
  ['by its id', { id: 'a'.repeat(32) }],
  ['with a name', { names }],
  ['to a party in a server', {}, CLIENT],
  ['to a party elsewhere', {}, CLIENT, 'alone'],
  ...[CLIENT, ARBITER].map((wallet) => [`codes, to ${wallet}`, {}, wallet, 'possible', undefined, CODES] as const),
];
/** Where a page begins, and how many are paid out or decided. */
const PAGES = [
  [10, undefined, 3],
  [11, undefined, 0],
  [12, undefined, 3],
  [12, 5, 0],
  [12, 12, 0],
  [12, undefined, 12],
  [30, 10, 0],
  [30, 23, 0],
  [30, 99, 0],
  [30, 1, 12],
] as const;

test('writes an escrow whole, then what differs of others, and which milestones a page has', async () => {
  const part = createPart();
  const linesOf = (...of: Parameters<typeof shown>) => plain(shown(...of)).split('\n');
  const whole = linesOf({});
  part.note('whole', whole.join('\n'));
  for (const [title, ...of] of CASES) {
    const lines = linesOf(...of);
    const gone = whole.filter((each) => !lines.includes(each)).map((each) => `- ${each}`);
    part.note(title, [...gone, ...lines.filter((each) => !whole.includes(each)).map((each) => `+ ${each}`)].join('\n'));
  }
  for (const [count, from, paid] of PAGES) {
    const milestones = Array.from({ length: count }, (_, at) => ({
      ...open,
      state: at >= paid ? 'open' : at % 2 === 0 ? ('released' as const) : ('resolved' as const),
    })) as EscrowView['milestones'];
    const message = shown({ milestones }, undefined, 'possible', from);
    const numbers = plain(message).match(/^\d+(?=\. )|^and \d+ more/gm);
    const pages = allParts(message.components).flatMap(({ custom_id: id }) => /\.(\d+)$/.exec(String(id))?.[1] ?? []);
    part.note(`of ${count} from ${from}, with ${paid} paid out: ${numbers?.join(' ')}; pages at ${pages.join(' ')}`);
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/escrow-message.txt');
});
