/** Escrows read by a Stellar RPC: every kind by its code, in few requests, and archived ones as what they are. */

import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { request, sandbox, signerKey, storedEscrow } from '@countersign/testkit/fixtures/deploy-fixture';
import { encodeTree, escrowTree } from '@countersign/testkit/fixtures/generation-b-fixture';
import { createPart } from '@countersign/testkit/record/part';
import {
  type Answer,
  archived,
  entries,
  escrowEntries,
  network as rpcNetwork,
  startRpc,
  tokenBalance,
  tokenInstance,
} from '@countersign/testkit/rpc/scripted-rpc';
import { deadUrl, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { Asset, StrKey, type xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { toCountersignError } from '../../errors/errors.ts';
import { externalCode, type Network, networkWith } from '../../escrow/network.ts';
import { liveMulti, liveSingle } from '../../kinds/live-kinds.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { escrowViewSchema } from '../model/escrow-views.ts';

const sandboxV1 = networkWith('sandbox', 'v1');
const CODES = {
  seed: sandbox.wasmHash as string,
  multi: sandboxV1.wasmHash as string,
  single: sandboxV1.single?.wasmHash as string,
  unknown: '5a'.repeat(32),
};
const [USDC] = sandbox.tokens as [(typeof sandbox.tokens)[number]];
const GOLD = new Asset('GOLD', signerKey.publicKey());
const gold = GOLD.contractId(sandbox.passphrase);
const tokens = [
  tokenInstance(USDC.address, { asset: new Asset(USDC.code, USDC.issuer) }),
  tokenInstance(gold, { asset: GOLD }),
];
const contractId = StrKey.encodeContract(new Uint8Array(32).fill(1));

const inSeed = liveMulti.encode(storedEscrow(request()));
const inB = (release: 'multi' | 'single', actionRequest = request()) => encodeTree(escrowTree(actionRequest, release));
const standing = (code: string, escrow: xdr.ScVal, keptIn: 'instance' | 'entry' = 'entry') =>
  escrowEntries(contractId, { code, escrow, keptIn });
const holds = (units: bigint, token = USDC.address) => tokenBalance(token, contractId, units);
/** An RPC that has this escrow with so many base units. */
const having = (code: string, escrow: xdr.ScVal, units = 5n) => ({
  getLedgerEntries: entries(...tokens, ...standing(code, escrow), holds(units)),
});

async function openDesk(answers: Record<string, Answer>, network: Network = sandbox) {
  const rpc = await startRpc({ getNetwork: rpcNetwork(sandbox.passphrase), ...answers });
  const service = await startScriptedService();
  const ledger = openLedger([rpc.url], sandbox.passphrase);
  // What every process asks once: whose network this is.
  await ledger.historyOf();
  rpc.asked.length = 0;
  const desk = openDeskOfTest({ service: service.client({ baseUrl: await deadUrl() }), network, ledger });
  return { desk, asked: rpc.asked };
}

/** One receiver of a milestone of its own. */
function mixed(): xdr.ScVal {
  const tree = escrowTree(request());
  const [first, ...others] = tree['milestones'] as never as Record<string, xdr.ScVal>[];
  const receiver = (tree['roles'] as never as Record<string, xdr.ScVal>)['approver'];
  return encodeTree({ ...tree, milestones: [{ ...first, receiver } as never, ...(others as never[])] });
}
function paidOut(): xdr.ScVal {
  const escrow = storedEscrow(request());
  const flags = { approved: true, disputed: false, released: true, resolved: false };
  return liveMulti.encode({ ...escrow, milestones: escrow.milestones.map((each) => ({ ...each, flags })) });
}
const OWNER = StrKey.encodeContract(new Uint8Array(32).fill(9));
const TARGET = { domain: 6, recipient: 'ab'.repeat(32) };
const [multiInstance] = standing(CODES.multi, inB('multi')) as [xdr.LedgerEntryData];

const ROWS: Readonly<Record<string, readonly [answers: Record<string, Answer>, network?: Network]>> = {
  'the interface’s own': [having(CODES.seed, inSeed)],
  'today’s, multi-release': [having(CODES.multi, inB('multi')), sandboxV1],
  'today’s, single-release': [having(CODES.single, inB('single')), sandboxV1],
  'single-release, unfunded': [having(CODES.single, inB('single'), 0n), sandboxV1],
  'single-release, a unit short': [having(CODES.single, inB('single'), 305_000_000n), sandboxV1],
  'single-release, funded': [having(CODES.single, inB('single'), 305_000_001n), sandboxV1],
  'single-release, with too much': [having(CODES.single, inB('single'), 425_000_001n), sandboxV1],
  'paid out, with some left': [having(CODES.seed, paidOut())],
  'with different receivers': [having(CODES.multi, mixed())],
  'with a receiver on another blockchain': [
    having(
      CODES.single,
      liveSingle.encode({ ...storedEscrow(request({ kind: 'single' })), crossChainReceiver: TARGET }),
    ),
    sandboxV1,
  ],
  'unknown code, by its layout': [having(CODES.unknown, inB('single')), sandboxV1],
  'unknown code of a pinned list': [having(CODES.unknown, inSeed), { ...sandbox, otherHashes: [CODES.unknown] }],
  'code that the owner of another contract can replace': [having(externalCode(OWNER), inSeed)],
  'code that is pinned for the other release': [
    having(CODES.multi, inB('multi')),
    { ...sandboxV1, wasmHash: CODES.unknown, single: { wasmHash: CODES.multi } },
  ],
  'known code, with another kind’s layout': [having(CODES.single, inB('multi'))],
  archived: [
    {
      getLedgerEntries: entries(...tokens, holds(5n)),
      simulateTransaction: archived(contractId, inB('single'), { code: CODES.single }),
    },
  ],
  'of which only its own entry is archived': [
    {
      getLedgerEntries: entries(...tokens, multiInstance, holds(5n)),
      simulateTransaction: archived(contractId, inB('multi')),
    },
  ],
  'archived and unreadable': [{ getLedgerEntries: entries(), simulateTransaction: archived(contractId) }],
  'not there, not even archived': [
    {
      getLedgerEntries: entries(...tokens),
      simulateTransaction: { latestLedger: 9, error: 'HostError: Error(Storage, MissingValue)\n', events: [] },
    },
  ],
  'not there, and perhaps archived': [
    { getLedgerEntries: entries(...tokens), simulateTransaction: { latestLedger: 9 } },
  ],
};

test('reads an escrow of each kind, by its code, in the one shape of all kinds', async () => {
  const part = createPart();
  const answered = (call: Promise<object>) =>
    call.catch((error: unknown) => {
      const { code, message } = toCountersignError(error);
      return { code, message };
    });
  for (const [title, [answers, network]] of Object.entries(ROWS)) {
    const { desk, asked } = await openDesk(answers, network);
    const view = await answered(desk.get({ contractId }));
    if ('status' in view) expect(escrowViewSchema.safeParse(view).error).toBeUndefined();
    part.note(title, view);
    part.note('  asked', asked.toSorted().join(', '));
    const { balances } = (await answered(desk.balances({ addresses: [contractId] }))) as { balances?: object };
    part.note('  balance', balances);
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/escrows-by-rpc.txt');
});

test('reads a known escrow and its balance again in one request', async () => {
  const { desk, asked } = await openDesk(having(CODES.seed, inSeed));
  await desk.get({ contractId });
  expect(asked).toEqual(['getLedgerEntries', 'getLedgerEntries']);
  asked.length = 0;
  expect(await desk.balances({ addresses: [contractId] })).toMatchObject({ balances: [{ balance: '0.0000005' }] });
  expect(asked).toEqual(['getLedgerEntries']);
});

test('reads a changed token again, and reports the new token’s balance', async () => {
  const inGold = inB('multi', request({ trustline: { address: gold, decimals: 10_000_000 } }));
  const answers = [
    having(CODES.multi, inB('multi')).getLedgerEntries,
    entries(...tokens, ...standing(CODES.multi, inGold), holds(5n), holds(7n, gold)),
  ];
  let at = 0;
  const { desk } = await openDesk({ getLedgerEntries: (params: never) => answers[at]?.(params) });
  expect(await desk.get({ contractId })).toMatchObject({ asset: 'USDC', held: '0.0000005' });
  at = 1;
  expect(await desk.get({ contractId })).toMatchObject({ asset: gold, held: '0.0000007' });
});
