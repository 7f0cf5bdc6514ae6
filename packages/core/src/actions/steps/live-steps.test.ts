/** The real steps that the live service built on testnet, held against what would have been asked for. */
import { LIVE, LIVE_DEPLOYS, LIVE_FUND, LIVE_TRANSACTIONS } from '@countersign/testkit/fixtures/live-transactions';
import { decodeTree, encodeTree, type Tree } from '@countersign/testkit/mutation/rust-codec';
import { describe, expect, test } from 'vitest';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { NETWORKS, type Network, networkWith } from '../../escrow/network.ts';
import { escrowOfKind, escrowOnChain } from '../../kinds/escrow-of-request.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { liveMulti, liveSingle } from '../../kinds/live-kinds.ts';
import { onlyCall } from '../../kinds/read-deploy.ts';
import { actionOf, requireStanding } from '../actions.ts';
import { obstaclesOf } from './obstacles.ts';

const [usdc] = LIVE.tokens as [(typeof LIVE.tokens)[number]];
const FEE_ADDRESS = 'GA6KH5VWPCHBOEF63X57SPX6T4H366YFFKKGCVDBTXT2N7JVL6PJCK7G';
const STRANGER = 'GB2BGHGA4NQIR6FNKEWFEOCDKQAKCVJ3DV3EIDZPMFMJTDMFPPTJALYP';
const trustline = { address: usdc.address, decimals: 10_000_000 };
const live = (part: string) => {
  const found = LIVE_TRANSACTIONS.find(({ what }) => what.includes(part));
  if (found === undefined) throw new Error(`${part} is not among them`);
  return found;
};
const edited = (xdr: string, change: (tx: Tree) => void): string => {
  const tree = decodeTree(xdr) as Tree;
  change(tree.tx.tx);
  return encodeTree(tree) as string;
};
const footprintOf = (tx: Tree) => tx.ext.v1.resources.footprint;

describe('the release of a milestone', () => {
  const { unsigned, now } = live('release_milestone_funds');
  const [multi] = LIVE_DEPLOYS as [(typeof LIVE_DEPLOYS)[number]];
  const deployed = escrowOfKind(liveMulti, escrowOnChain(multi.request(usdc.address), LIVE)) as EscrowOnChain;
  const [video] = deployed.milestones as [EscrowOnChain['milestones'][number]];
  const approved = {
    ...video,
    status: 'done',
    flags: { approved: true, disputed: false, released: false, resolved: false },
  };
  const escrow = { ...deployed, milestones: [approved, approved] };
  const input = (changes: Record<string, unknown> = {}, state: EscrowOnChain = escrow) => ({
    signer: 'GD6GR4SHFZENIND6EIU2M4MTWNNHOGL6JC6ZUYWBPVPQUG7XDXED3FNO',
    escrow: 'CDAMQKZEY7TRPIMHTHP4FRKE3UEMCUFCP7OZGEJWA5GMKNZXK2EBKSAO',
    trustline,
    code: '5618791548edfc44074e4b79e5d1b29f5712ff98eead12d22fb4d7f04d4edbf2',
    state: liveMulti.encode(state).toXdr('base64'),
    held: '1200000000',
    milestone: 1,
    ...changes,
  });
  const action = actionOf('release');
  function check(xdr: string, asked: Record<string, unknown>, network: Network = LIVE) {
    const read = readTransaction(xdr, network.passphrase);
    return action.check(read, action.parse(asked, network), { network, maxFee: 20_000_000n, now });
  }
  const fields = (result: ReturnType<typeof check>) =>
    result.level === 'mismatch' ? result.differences.map(({ field }) => field) : result.level;

  test('is verified with the pins of the preset, and explained to the last unit', () => {
    expect(check(unsigned, input())).toMatchObject({ level: 'verified', reasons: [] });
    const read = readTransaction(unsigned, LIVE.passphrase);
    const request = action.parse(input(), LIVE);
    const call = action.read(read, LIVE);
    if ('unreadable' in call) throw new Error('it is a release');
    expect(obstaclesOf('release', request, requireStanding(request, LIVE))).toEqual([]);
    expect(action.summarise(read, call, request, LIVE, [])).toMatchObject({
      does: 'Release signer: pay out milestone 1 of 2, “The video”, 60 USDC.',
      pays: [
        { as: 'service', to: FEE_ADDRESS, amount: '0.18' },
        { as: 'receiver', to: video.receiver, amount: '59.82' },
      ],
      amount: '60',
      left: '60',
      feeXlm: '0.0069619',
      warnings: [],
    });
  });

  test.each<[string, string, Record<string, unknown>, string, EscrowOnChain?]>([
    ['another milestone', unsigned, { milestone: 2 }, 'milestone index'],
    ['another signer', unsigned, { signer: STRANGER }, 'source account'],
    ['another escrow', unsigned, { escrow: usdc.address }, 'escrow'],
    [
      'an escrow that pays somebody else',
      unsigned,
      {},
      'resources.writes',
      { ...escrow, milestones: [{ ...approved, receiver: STRANGER }] },
    ],
    [
      'a call with another fee address',
      edited(unsigned, (tx) => {
        const { host_function, auth } = tx.operations[0].body.invoke_host_function;
        host_function.invoke_contract.args[1].address = STRANGER;
        auth[0].root_invocation.function.contract_fn.args[1].address = STRANGER;
      }),
      {},
      'fee address',
    ],
    [
      'one that may restore an entry that it does not write',
      edited(unsigned, (tx) => {
        tx.ext.v1.ext = { v1: { archived_soroban_entries: [4] } };
      }),
      {},
      'resources.restores',
    ],
    [
      'one that may write a trustline of somebody who is not paid',
      edited(unsigned, (tx) => {
        footprintOf(tx).read_write[0].trustline.account_id = STRANGER;
      }),
      {},
      'resources.writes',
    ],
    [
      'one that may write the code of the token',
      edited(unsigned, (tx) => {
        footprintOf(tx).read_write.push({ contract_code: { hash: '5a'.repeat(32) } });
      }),
      {},
      'resources.writes',
    ],
  ])('is a mismatch with %s', (_, xdr, changes, field, state = escrow) => {
    expect(fields(check(xdr, input(changes, state)))).toContain(field);
  });

  test('is a mismatch where another fee address is pinned, and partly verified where none is', () => {
    expect(fields(check(unsigned, input(), { ...LIVE, feeAddress: STRANGER }))).toContain('fee address');
    const { feeAddress: _, ...unpinned } = LIVE;
    expect(check(unsigned, input(), unpinned)).toMatchObject({
      level: 'partly',
      reasons: [{ code: 'FEE_ADDRESS_NOT_PINNED', params: { address: FEE_ADDRESS } }],
    });
    expect(check(unsigned, input(), { ...networkWith('testnet', 'v1'), feeAddress: FEE_ADDRESS })).toMatchObject({
      level: 'partly',
      reasons: [{ code: 'CODE_NOT_PINNED' }],
    });
  });

  test('is not recognised on public, where calls have no fee address', () => {
    const network: Network = { ...NETWORKS.public, dialect: 'v1', feeAddress: FEE_ADDRESS };
    const [ofPublic] = network.tokens as [(typeof network.tokens)[number]];
    const state = liveMulti.encode({ ...escrow, trustline: { address: ofPublic.address } }).toXdr('base64');
    const asked = input({ state, trustline: { ...trustline, address: ofPublic.address } });
    expect(fields(check(unsigned, asked, network))).toEqual(['arguments']);
  });
});

describe('the dispute of a single release, which restores archived entries', () => {
  const { unsigned, now } = live('dispute_escrow');
  const funding = onlyCall(readTransaction(LIVE_FUND, LIVE.passphrase));
  if ('unreadable' in funding) throw new Error('the fixture is a call');
  const state = funding.invocation.args[1];
  if (state === undefined) throw new Error('the fixture holds the escrow');
  const input = (changes: Record<string, unknown> = {}) => ({
    signer: STRANGER,
    escrow: 'CC6OZV3W7METTKZVSEKRJM3RWFQ6LHNUKIATHBGPORBSO7VUSNDMQOBT',
    trustline,
    code: '7c3f7b2af92ad86092708b23babf80f9e1308d7f3ce18b703b9499192ecc934b',
    state: state.toXdr('base64'),
    held: '0',
    ...changes,
  });
  const action = actionOf('dispute');
  const policy = { network: LIVE, maxFee: 20_000_000n, now };
  const check = (xdr: string, changes: Record<string, unknown> = {}) =>
    action.check(readTransaction(xdr, LIVE.passphrase), action.parse(input(changes), LIVE), policy);

  test('is verified with the pins of the preset, with a word on what it restores', () => {
    expect(check(unsigned)).toMatchObject({ level: 'verified', reasons: [] });
    const read = readTransaction(unsigned, LIVE.passphrase);
    const call = action.read(read, LIVE);
    if ('unreadable' in call) throw new Error('it is a dispute');
    const summary = action.summarise(read, call, action.parse(input(), LIVE), LIVE, []);
    expect(summary.does).toBe('Approver: open a dispute over the escrow “Nutmeg oil 5 L (happy)”.');
    expect(summary.warnings).toEqual([expect.stringContaining('archived')]);
    expect(summary.pays).toEqual([]);
  });

  // Its contract lets a released escrow be put in dispute; nothing would be left to decide about.
  test('would not be prepared, because the escrow was paid out', () => {
    const request = action.parse(input(), LIVE);
    expect(obstaclesOf('dispute', request, requireStanding(request, LIVE))).toEqual([
      { code: 'ALREADY_PAID', params: {} },
    ]);
    expect(liveSingle.decode(state).problems).toEqual([]);
  });

  test.each<[string, (tx: Tree) => void, string]>([
    [
      'entries restored that it does not write',
      (tx) => {
        tx.ext.v1.ext.v1.archived_soroban_entries = [0, 2];
      },
      'resources.restores',
    ],
    [
      'the balance of the escrow written',
      (tx) => {
        const key = { vec: [{ symbol: 'Balance' }, { address: STRANGER }] };
        footprintOf(tx).read_write.push({ contract_data: { contract: usdc.address, key, durability: 'persistent' } });
      },
      'resources.writes',
    ],
    [
      'a trustline written',
      (tx) => {
        footprintOf(tx).read_write.push({
          trustline: { account_id: STRANGER, asset: { credit_alphanum4: { asset_code: 'USDC', issuer: usdc.issuer } } },
        });
      },
      'resources.writes',
    ],
    [
      'an account read',
      (tx) => {
        footprintOf(tx).read_only.push({ account: { account_id: STRANGER } });
      },
      'resources.reads',
    ],
    [
      'another party’s word',
      (tx) => {
        tx.operations[0].body.invoke_host_function.host_function.invoke_contract.args[0].address = FEE_ADDRESS;
      },
      'signer',
    ],
  ])('is a mismatch with %s', (_, change, field) => {
    const result = check(edited(unsigned, change));
    expect(result.level === 'mismatch' && result.differences.map((difference) => difference.field)).toContain(field);
  });
});
