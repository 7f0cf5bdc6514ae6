/** What an RPC reports of an address for anyone to decode, what is asked for it, and what a reader makes of it. */
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { lifeEscrow } from '@countersign/testkit/ledger/escrow-life';
import { stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import { createPart } from '@countersign/testkit/record/part';
import { escrowEntries, tokenBalance, tokenInstance } from '@countersign/testkit/rpc/scripted-rpc';
import { Asset, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { expect, onTestFinished, test } from 'vitest';
import { toCountersignError } from '../../errors/errors.ts';
import { networkWith } from '../../escrow/network.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { liveMulti } from '../../kinds/index.ts';
import type { RawEntries, TokenBalance, Unlisted } from '../../ledger/ledger.ts';
import { readEscrowReport } from './reported-escrow.ts';

const network = networkWith('sandbox', 'v1');
const [USDC] = network.tokens as [(typeof network.tokens)[number]];
const CODE = network.wasmHash as string;
const [ESCROW, OTHER] = [1, 2].map((seed) => StrKey.encodeContract(new Uint8Array(32).fill(seed))) as [string, string];
const multi = lifeEscrow('multi');
const inToken = (address: string): EscrowOnChain => ({ ...multi, trustline: { ...multi.trustline, address } });
const listed = (escrow: EscrowOnChain = inToken(USDC.address), code = CODE) =>
  escrowEntries(ESCROW, { code, escrow: liveMulti.encode(escrow), keptIn: 'entry' });
const asset = tokenInstance(USDC.address, { asset: new Asset(USDC.code, USDC.issuer) });
const held = tokenBalance(USDC.address, ESCROW, 25_000_000n);
const instanceOnly = listed().slice(0, 1);
const value = liveMulti.encode(inToken(USDC.address));

type Row = {
  readonly entries?: readonly xdr.LedgerEntryData[];
  /** The ledgers in which the entries changed; default: 3 for all. */
  readonly modified?: readonly number[];
  readonly raw?: object;
  readonly unlisted?: Unlisted;
  readonly balance?: TokenBalance;
  /** By ledger. */
  readonly times?: Readonly<Record<number, number>>;
  readonly address?: string;
};
const ROWS: Readonly<Record<string, Row>> = {
  'an escrow with its token': { entries: [...listed(), asset, held], times: { 3: 1_000 } },
  'whose balance changed last, by a plain transfer': {
    ...{ entries: [...listed(), asset, held], modified: [3, 4, 2, 6], times: { 4: 1_000 } },
  },
  'whose balance changed last, by a payment into it': {
    ...{ entries: [...listed(), asset, held], modified: [3, 4, 2, 6], times: { 4: 1_000, 6: 2_000 } },
  },
  'of which no event is known': { entries: [...listed(), asset, held] },
  'that two RPCs report': { entries: [...listed(), asset, held], raw: { isAgreed: true } },
  'that names the issuer of its token': { entries: [...listed(inToken(USDC.issuer)), asset, held] },
  'that names an account no one knows': { entries: listed(inToken(multi.roles.approver)) },
  'whose balance is not listed': { entries: [...listed(), asset], balance: { units: 7n, decimals: 7 } },
  'whose balance is not listed, and not known': { entries: [...listed(), asset] },
  'whose token has its own code': {
    ...{
      entries: [...listed(), tokenInstance(USDC.address, { asset: 'Own', native: false }), held],
      balance: { units: 7n, decimals: 6 },
    },
  },
  'whose token calls itself another asset': {
    ...{
      entries: [...listed(), tokenInstance(USDC.address, { asset: 'EURC:other' }), held],
      balance: { units: 7n, decimals: 6 },
    },
  },
  'whose balance is negative': {
    ...{ entries: [...listed(), asset, tokenBalance(USDC.address, ESCROW, -1n)], balance: { units: 7n, decimals: 6 } },
  },
  'in another token': { entries: listed(inToken(OTHER)), balance: { units: 7n, decimals: 6 } },
  'with code of a known kind that is not pinned': {
    entries: listed(multi, liveMulti.codes.find((each) => each !== CODE) ?? ''),
  },
  'with other code': { entries: listed(multi, 'ab'.repeat(32)) },
  'with code that its owner replaces': { entries: listed(multi, `external:${OTHER}`) },
  'a token': { entries: [asset], address: USDC.address },
  'with terms that cannot be read': {
    entries: escrowEntries(ESCROW, { code: CODE, escrow: xdr.ScVal.scvString('an escrow'), keptIn: 'entry' }),
  },
  'with a negative amount': {
    entries: listed({ ...multi, milestones: multi.milestones.map((each) => ({ ...each, amount: -1n })) }),
  },
  'without an entry of its terms': { entries: instanceOnly },
  'whose terms are archived': { entries: instanceOnly, unlisted: { kind: 'archived', escrow: value } },
  'all archived': { unlisted: { kind: 'archived', code: CODE, escrow: value }, balance: { units: 7n, decimals: 7 } },
  'archived, with code alone': { unlisted: { kind: 'archived', code: CODE } },
  'archived, with nothing known': { unlisted: { kind: 'archived' } },
  absent: { unlisted: { kind: 'absent' } },
  'not listed': {},
};

test('reports what the RPC lists, archives and does not have, and reads no more out of it', async () => {
  const part = createPart();
  for (const [
    title,
    { entries = [], modified, raw, unlisted, balance, times = {}, address = ESCROW },
  ] of Object.entries(ROWS)) {
    const asked: string[] = [];
    const found = entries.map((each, at) => ({
      xdr: (each as xdr.LedgerEntryDataContractData).contractData.toXdr('base64'),
      modified: modified?.[at] ?? 3,
    }));
    const { ledger } = stateLedger();
    const desk = createTestDesk({
      network,
      now: () => 5_000,
      ledger: {
        ...ledger,
        rawEntriesOf: async (_, token) => {
          asked.push(`entries ${token === undefined ? '' : 'with the token'}`.trim());
          return { kind: 'seen', ledger: 9, entries: found, ...raw } as RawEntries & { kind: 'seen' };
        },
        unlistedAt: async () => {
          asked.push('archive');
          return unlisted ?? { kind: 'unknown' };
        },
        balancesOf: async () => {
          asked.push('balance');
          return [balance];
        },
        eventTimeIn: async (at) => {
          asked.push(`time of ledger ${at}`);
          return times[at];
        },
      },
    });
    onTestFinished(() => desk.close());
    const report = await desk.escrowForAnyone(address);
    const { network: _, contractId: __, entries: ___, archived, ...facts } = report;
    part.note(title, { ...facts, ...(archived && { archived: Object.keys(archived) }) });
    const read = readEscrowReport(report);
    if (read.kind !== 'escrow') part.note('  read', read);
    else {
      const { shown, held: units, kind, codeIs, changedAt } = read;
      const { title: named, held: amount, missing, funded, asset: token, state, turn, asOf, ledger: host } = shown;
      const { units: base, decimals } = units ?? {};
      const page = { named, amount, missing, funded, token, state, turns: turn.length, asOf, host };
      part.note('  read', {
        kind,
        codeIs,
        changedAt,
        held: base === undefined ? null : `${base} / ${decimals}`,
        ...page,
      });
    }
    part.note('  again', {
      sameAnswer: JSON.stringify(await desk.escrowForAnyone(address)) === JSON.stringify(report),
    });
    part.note('  asked', asked.join(', '));
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/reported-escrows.txt');
});

test.each([
  ['without an RPC', undefined, 'RPC_UNREACHABLE'],
  ['where the RPC does not answer', { kind: 'no-answer' }, 'RPC_UNREACHABLE'],
  ['where two RPCs disagree', { kind: 'no-answer', disagree: true }, 'RPCS_DISAGREE'],
] as const)('fails %s', async (_, raw, code) => {
  const ledger = raw && { ...stateLedger().ledger, rawEntriesOf: async () => raw as never };
  const desk = createTestDesk({ network, ...(ledger === undefined ? {} : { ledger }) });
  onTestFinished(() => desk.close());
  const error = await desk.escrowForAnyone(ESCROW).catch(toCountersignError);
  expect(error).toMatchObject({ code });
});
