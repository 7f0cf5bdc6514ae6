/** The only real transactions of the live service that we found, next to what would have been asked for. */
import {
  LIVE,
  LIVE_DEPLOYS,
  LIVE_FUND,
  LIVE_TRANSACTIONS,
  USDC_NAMES,
} from '@countersign/testkit/fixtures/live-transactions';
import { decodeTree, encodeTree, type Tree } from '@countersign/testkit/mutation/rust-codec';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import { readTransaction } from '../envelope/read-transaction.ts';
import { NETWORKS, type Network, networkWith } from '../escrow/network.ts';
import { explainTransaction } from '../explain/explain-transaction.ts';
import { escrowOfKind, escrowOnChain } from '../kinds/escrow-of-request.ts';
import type { EscrowOnChain, MilestoneOnChain } from '../kinds/escrow-on-chain.ts';
import { liveMulti } from '../kinds/live-kinds.ts';
import { onlyCall } from '../kinds/read-deploy.ts';
import { actionOf, requireStanding } from './actions.ts';
import { checkUnsigned } from './deploy/check-deploy.ts';
import { summarise } from './deploy/summary.ts';
import { obstaclesOf } from './steps/obstacles.ts';

const [usdc] = LIVE.tokens as [(typeof LIVE.tokens)[number]];
const FEE_ADDRESS = 'GA6KH5VWPCHBOEF63X57SPX6T4H366YFFKKGCVDBTXT2N7JVL6PJCK7G';
const STRANGER = 'GB2BGHGA4NQIR6FNKEWFEOCDKQAKCVJ3DV3EIDZPMFMJTDMFPPTJALYP';
const trustline = { address: usdc.address, decimals: 10_000_000 };
const read = (xdr: string) => readTransaction(xdr, LIVE.passphrase);

test('explains each of them as recorded', async () => {
  const { note, text } = createPart();
  for (const { what, xdr, unsigned, now } of LIVE_TRANSACTIONS) {
    expect(read(unsigned)).toMatchObject({ canonical: true, signatures: [] });
    const { heading, lines, warnings } = explainTransaction(xdr, LIVE, now);
    note(what, [heading, ...lines.map(({ label, value }) => `${label}: ${value}`)].join('\n'));
    note('warnings', warnings.map(({ text: warning }) => warning).join('\n'));
  }
  await expect(text()).toMatchFileSnapshot('recorded/live-explained.txt');
});

test.each(LIVE_DEPLOYS)(
  'verifies the real $what against the request that it came from, with either name of the token',
  (of) => {
    const { unsigned, now, request, contractId, release } = of;
    const check = (token: string, change: Partial<Parameters<typeof checkUnsigned>[2]> = {}) =>
      checkUnsigned(read(unsigned), request(token), { network: LIVE, maxFee: 50_000_000n, now, ...change });
    const [token] = USDC_NAMES as [string];
    for (const name of USDC_NAMES) {
      const call = { contractId, kind: { id: `live-${release}` } };
      expect(check(name)).toMatchObject({ level: 'verified', reasons: [], call });
    }
    // After its time, above the fee limit, and under other pins.
    const swapped = { ...LIVE, factory: LIVE.single?.factory as string, single: { factory: LIVE.factory as string } };
    for (const change of [{ now: now + 100 }, { maxFee: 1_000n }, { network: swapped }]) {
      expect(check(token, change).level).toBe('mismatch');
    }
  },
);

const transactionOf = (part: string) => {
  const found = LIVE_TRANSACTIONS.find(({ what }) => what.includes(part));
  if (found === undefined) throw new Error(`${part} is not among them`);
  return found;
};

const [multi] = LIVE_DEPLOYS as [(typeof LIVE_DEPLOYS)[number]];
const deployed = escrowOfKind(liveMulti, escrowOnChain(multi.request(usdc.address), LIVE)) as EscrowOnChain;
const [video] = deployed.milestones as [MilestoneOnChain];
const flags = { approved: true, disputed: false, released: false, resolved: false };
const approved = { ...video, status: 'done', flags };
const stateWith = (change: Partial<EscrowOnChain>) => liveMulti.encode({ ...deployed, ...change }).toXdr('base64');

const RELEASE = {
  ...transactionOf('release_milestone_funds'),
  action: actionOf('release'),
  input: {
    signer: 'GD6GR4SHFZENIND6EIU2M4MTWNNHOGL6JC6ZUYWBPVPQUG7XDXED3FNO',
    escrow: 'CDAMQKZEY7TRPIMHTHP4FRKE3UEMCUFCP7OZGEJWA5GMKNZXK2EBKSAO',
    trustline,
    code: '5618791548edfc44074e4b79e5d1b29f5712ff98eead12d22fb4d7f04d4edbf2',
    state: stateWith({ milestones: [approved, approved] }),
    held: '1200000000',
    milestone: 1,
  },
};
const funding = onlyCall(read(LIVE_FUND));
if ('unreadable' in funding) throw new Error('the fixture is a call');
/** It restores archived entries. */
const DISPUTE = {
  ...transactionOf('dispute_escrow'),
  action: actionOf('dispute'),
  input: {
    signer: STRANGER,
    escrow: 'CC6OZV3W7METTKZVSEKRJM3RWFQ6LHNUKIATHBGPORBSO7VUSNDMQOBT',
    trustline,
    code: '7c3f7b2af92ad86092708b23babf80f9e1308d7f3ce18b703b9499192ecc934b',
    state: funding.invocation.args[1]?.toXdr('base64'),
    held: '0',
  },
};
type Step = typeof RELEASE | typeof DISPUTE;

function checked(
  { action, input, unsigned, now }: Step,
  changes: object = {},
  xdr = unsigned,
  network: Network = LIVE,
) {
  const request = action.parse({ ...input, ...changes }, network);
  return action.check(readTransaction(xdr, network.passphrase), request as never, {
    network,
    maxFee: 20_000_000n,
    now,
  });
}

test('verifies the real release and the real dispute, and shows them as recorded', async () => {
  const { note, text } = createPart();
  for (const step of [RELEASE, DISPUTE]) {
    expect(checked(step)).toMatchObject({ level: 'verified', reasons: [] });
    const { action, unsigned, input } = step;
    const request = action.parse(input, LIVE) as never;
    const call = action.read(read(unsigned), LIVE);
    if ('unreadable' in call) throw new Error('it is read here');
    note(step.what, action.summarise(read(unsigned), call as never, request, LIVE, []));
    // The contract lets a released escrow be put in dispute; nothing would be left to decide about.
    note('what would prevent it', obstaclesOf(action.name as 'release', request, requireStanding(request, LIVE)));
  }
  for (const { what, unsigned, request } of LIVE_DEPLOYS) {
    const call = actionOf('deploy').read(read(unsigned), LIVE);
    if ('unreadable' in call) throw new Error('it is read here');
    expect(request(usdc.address)).toMatchObject({ title: call.escrow.title });
    note(what, summarise(read(unsigned), call, LIVE));
  }
  await expect(text()).toMatchFileSnapshot('recorded/live-shown.txt');
});

const edited = ({ unsigned }: Step, change: (tx: Tree, footprint: Tree) => void): string => {
  const tree = decodeTree(unsigned) as Tree;
  const { tx } = tree.tx;
  change(tx, tx.ext.v1.resources.footprint);
  return encodeTree(tree) as string;
};
/** The check of the transaction after a change of it. */
const changed = (step: Step, change: Parameters<typeof edited>[1]) => checked(step, {}, edited(step, change));
const callIn = (tx: Tree) => tx.operations[0].body.invoke_host_function;
const holding = { asset: { credit_alphanum4: { asset_code: 'USDC', issuer: usdc.issuer } }, account_id: STRANGER };
const balance = {
  contract: usdc.address,
  key: { vec: [{ symbol: 'Balance' }, { address: STRANGER }] },
  durability: 'persistent',
};
const [publicToken] = NETWORKS.public.tokens;
const onPublic = {
  state: stateWith({ milestones: [approved, approved], trustline: { address: publicToken.address } }),
  trustline: { ...trustline, address: publicToken.address },
};

test('finds each difference from them, as recorded', async () => {
  const { note, text } = createPart();
  const { feeAddress: _, ...unpinned } = LIVE;
  const cases: Readonly<Record<string, ReturnType<typeof checked>>> = {
    'release: another milestone': checked(RELEASE, { milestone: 2 }),
    'release: another signer': checked(RELEASE, { signer: STRANGER }),
    'release: another escrow': checked(RELEASE, { escrow: usdc.address }),
    'release: an escrow that pays somebody else': checked(RELEASE, {
      state: stateWith({ milestones: [{ ...approved, receiver: STRANGER }] }),
    }),
    'release: another fee address': changed(RELEASE, (tx) => {
      callIn(tx).host_function.invoke_contract.args[1].address = STRANGER;
      callIn(tx).auth[0].root_invocation.function.contract_fn.args[1].address = STRANGER;
    }),
    'release: restores an entry that it does not write': changed(RELEASE, (tx) => {
      tx.ext.v1.ext = { v1: { archived_soroban_entries: [4] } };
    }),
    'release: writes a trustline of somebody who is not paid': changed(RELEASE, (__, { read_write }) => {
      read_write[0].trustline.account_id = STRANGER;
    }),
    'release: another fee address is pinned': checked(RELEASE, {}, undefined, { ...LIVE, feeAddress: STRANGER }),
    'release: no fee address is pinned': checked(RELEASE, {}, undefined, unpinned),
    'release: only a fee address is pinned': checked(RELEASE, {}, undefined, {
      ...networkWith('testnet', 'v1'),
      feeAddress: FEE_ADDRESS,
    }),
    'release: on public, where calls have no fee address': checked(RELEASE, onPublic, undefined, {
      ...NETWORKS.public,
      dialect: 'v1',
      feeAddress: FEE_ADDRESS,
    }),
    'dispute: restores entries that it does not write': changed(DISPUTE, (tx) => {
      tx.ext.v1.ext.v1.archived_soroban_entries = [0, 2];
    }),
    'dispute: writes a balance of the token': changed(DISPUTE, (__, { read_write }) =>
      read_write.push({ contract_data: balance }),
    ),
    'dispute: writes a trustline': changed(DISPUTE, (__, { read_write }) => read_write.push({ trustline: holding })),
    'dispute: reads an account': changed(DISPUTE, (__, { read_only }) =>
      read_only.push({ account: { account_id: STRANGER } }),
    ),
    'dispute: another party’s word': changed(DISPUTE, (tx) => {
      callIn(tx).host_function.invoke_contract.args[0].address = FEE_ADDRESS;
    }),
  };
  for (const [name, check] of Object.entries(cases)) {
    note(name, check.level === 'mismatch' ? check.differences : [check.level, ...check.reasons]);
  }
  await expect(text()).toMatchFileSnapshot('recorded/live-differences.txt');
});
