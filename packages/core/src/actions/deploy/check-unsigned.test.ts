import {
  account,
  entry as authorised,
  buildDeploy,
  creationV2,
  type DeployParts,
  escrowAt,
  instanceOf,
  NOW,
  otherKey,
  request,
  sandbox,
  sign,
  signerKey,
  storedEscrow,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { encodeTree, escrowTree, i128, type Tree } from '@countersign/testkit/fixtures/generation-b-fixture';
import { Keypair, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { fromHex } from '../../envelope/bytes.ts';
import { readTransaction, transactionHash } from '../../envelope/read-transaction.ts';
import type { DeployRequest } from '../../escrow/index.ts';
import { NETWORKS, type Network } from '../../escrow/network.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { liveMulti } from '../../kinds/live-kinds.ts';
import { contractIdFor, deployInvocation, type ReadDeploy } from '../../kinds/read-deploy.ts';
import type { Check } from '../check.ts';
import { checkUnsigned } from './check-deploy.ts';

type Milestone = EscrowOnChain['milestones'][number];

const actionRequest = request();
const salt = new Uint8Array(32).fill(3);
const wasmHash = fromHex(sandbox.wasmHash as string);
const stranger = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(9)).publicKey();
const call = { factory: sandbox.factory as string, deployer: actionRequest.signer, wasmHash, salt };
const contractId = escrowAt(salt);

function check(
  envelope: string,
  network: Network = sandbox,
  wanted: DeployRequest = actionRequest,
  now = NOW,
): Check<ReadDeploy> {
  const read = readTransaction(envelope, network.passphrase);
  return checkUnsigned(read, wanted, { network, maxFee: 50_000_000n, now });
}

function differing(changes: Partial<DeployParts>): string[] {
  const result = check(buildDeploy(actionRequest, changes));
  if (result.level !== 'mismatch') throw new Error('it was verified');
  expect(result.differences.map((each) => JSON.stringify(each))).toMatchSnapshot();
  return result.differences.map(({ field }) => field);
}

const escrow = (changes: Partial<EscrowOnChain>) => ({
  escrow: liveMulti.encode({ ...storedEscrow(actionRequest), ...changes }),
});
const firstMilestone = (changes: Partial<Milestone>) => {
  const [first, ...rest] = storedEscrow(actionRequest).milestones;
  return escrow({ milestones: [{ ...(first as Milestone), ...changes }, ...rest] });
};

/** The escrow's struct with its entries edited below the encoder, which can only write what is right. */
function editedEscrow(edit: (entries: xdr.ScMapEntry[]) => xdr.ScMapEntry[]): { escrow: xdr.ScVal } {
  const value = liveMulti.encode(storedEscrow(actionRequest));
  if (value.type !== 'scvMap' || value.map === null) throw new TypeError('an escrow is a struct');
  return { escrow: xdr.ScVal.scvMap(edit([...value.map])) };
}
const entry = (name: string, val: xdr.ScVal) => new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol(name), val });
const withField = (name: string, val: xdr.ScVal) =>
  editedEscrow((entries) => entries.map((item) => (keyOf(item) === name ? entry(name, val) : item)));
const keyOf = ({ key }: xdr.ScMapEntry) => (key.type === 'scvSymbol' ? key.sym.toString() : '');

const invocation = deployInvocation(liveMulti, { ...call, escrow: liveMulti.encode(storedEscrow(actionRequest)) });
const creation = creationV2(actionRequest.signer, salt, wasmHash);

describe('a deploy as it was asked for', () => {
  test('is verified, and read from the transaction itself', () => {
    const result = check(buildDeploy(actionRequest));
    expect(result).toMatchObject({ level: 'verified', reasons: [], call: { contractId, factory: sandbox.factory } });
  });

  test.each(['', 'pending', 'peding'])('may give a new milestone the status "%s"', (status) => {
    expect(check(buildDeploy(actionRequest, firstMilestone({ status }))).level).toBe('verified');
  });

  test('may be paid by the same account under an M address', () => {
    const muxed = xdr.MuxedAccount.keyTypeMuxedEd25519(
      new xdr.MuxedAccountMed25519({ id: 5n, ed25519: signerKey.rawPublicKey() }),
    );
    expect(check(buildDeploy(actionRequest, { source: muxed, operationSource: muxed })).level).toBe('verified');
  });

  test('is only partly verified where nothing is pinned, with each reason', () => {
    const network: Network = { ...NETWORKS.testnet };
    const unknown = request({ trustline: { address: sandbox.tokens[0]?.address, decimals: 10_000_000 } });
    const result = check(buildDeploy(unknown, { readWrite: [] }), network, unknown);
    expect(result.level).toBe('partly');
    expect(result.level === 'partly' && result.reasons.map(({ code }) => code)).toEqual([
      'FACTORY_NOT_PINNED',
      'CODE_NOT_PINNED',
      'TOKEN_NOT_ASKED',
    ]);
  });

  test('may hold the derived contract where the request names the known issuer', () => {
    const byIssuer = request({ trustline: { address: sandbox.tokens[0]?.issuer } });
    expect(check(buildDeploy(actionRequest), sandbox, byIssuer).level).toBe('verified');
    expect(check(buildDeploy(byIssuer), sandbox, byIssuer).level).toBe('verified');
    // As its issuer it is never on chain: the escrow could not call it.
    const { trustline, ...terms } = storedEscrow(actionRequest);
    const { issuer = '' } = sandbox.tokens[0] ?? {};
    expect(differing({ escrow: liveMulti.encode({ ...terms, trustline: { ...trustline, address: issuer } }) })).toEqual(
      ['trustline.address'],
    );
  });
});

describe('envelope', () => {
  test.each<[string, Partial<DeployParts>, string]>([
    ['another source', { source: account(otherKey.publicKey()) }, 'source account'],
    ['another source of the operation', { operationSource: account(otherKey.publicKey()) }, 'operation source'],
    ['a memo', { memo: xdr.Memo.memoText('hello') }, 'memo'],
    ['a sequence number near the end', { sequence: 2n ** 63n - 1_000_000n }, 'sequence number'],
    ['no time bounds', { condition: xdr.Preconditions.precondNone() }, 'time bounds'],
    ['no end', { condition: time(0, 0) }, 'time bounds'],
    ['an end that is over', { condition: time(0, NOW - 1) }, 'time bounds'],
    ['an end in less than 20 s', { condition: time(0, NOW + 19) }, 'time bounds'],
    ['an end after more than 10 minutes', { condition: time(0, NOW + 601) }, 'time bounds'],
    ['a begin that is to come', { condition: time(NOW + 6, NOW + 100) }, 'time bounds'],
    ['a fee above the cap', { fee: 50_000_001 }, 'network fee'],
    ['a resource fee above the fee', { resourceFee: 60_000 }, 'resource fee'],
    ['no operation', { operations: [] }, 'operations'],
    [
      'a write to something else',
      { readWrite: [instanceOf(contractId), instanceOf(sandbox.tokens[0]?.address as string)] },
      'resources.writes',
    ],
    [
      'a read of something else',
      {
        readOnly: [
          xdr.LedgerKey.account(
            new xdr.LedgerKeyAccount({ accountId: xdr.PublicKey.publicKeyTypeEd25519(otherKey.rawPublicKey()) }),
          ),
        ],
      },
      'resources.reads',
    ],
  ])('%s is a difference', (_, changes, field) => expect(differing(changes)).toEqual([field]));

  test('the operation’s source must be the request’s signer, even if it is left out', () => {
    const both = { source: account(otherKey.publicKey()), operationSource: account(otherKey.publicKey()) };
    expect(differing(both)).toEqual(['source account', 'operation source']);
  });

  test('a negative or missing resource fee is a difference', () => {
    expect(differing({ resourceFee: -1 })).toEqual(['resource fee']);
    expect(differing({ ext: xdr.TransactionExt.v0() })).toEqual(['resources']);
  });

  test('writing other code or reading an unknown token’s data is a difference', () => {
    const otherCode = xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: new Uint8Array(32) }));
    expect(differing({ readWrite: [instanceOf(contractId), otherCode] })).toEqual(['resources.writes']);
    const ownCode = xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: wasmHash }));
    expect(check(buildDeploy(actionRequest, { readWrite: [instanceOf(contractId), ownCode] })).level).toBe('verified');
    expect(differing({ readOnly: [instanceOf(contractIdFor(stranger, salt, sandbox.passphrase))] })).toEqual([
      'resources.reads',
    ]);
    const token = sandbox.tokens[0]?.address as string;
    expect(check(buildDeploy(actionRequest, { readOnly: [instanceOf(token)] })).level).toBe('verified');
  });

  test('the two ends of an offer’s life are allowed', () => {
    for (const end of [NOW + 20, NOW + 600]) {
      expect(check(buildDeploy(actionRequest, { condition: time(NOW, end) })).level).toBe('verified');
    }
  });

  test('further preconditions are a difference, even with the right time bounds', () => {
    const condition = xdr.Preconditions.precondV2(
      new xdr.PreconditionsV2({
        timeBounds: new xdr.TimeBounds({ minTime: 0n, maxTime: BigInt(NOW + 100) }),
        ledgerBounds: null,
        minSeqNum: null,
        minSeqAge: 0n,
        minSeqLedgerGap: 0,
        extraSigners: [],
      }),
    );
    expect(differing({ condition })).toEqual(['preconditions']);
  });

  test('a signature that is there already is a difference', () => {
    const signed = sign(buildDeploy(actionRequest), [signerKey], (tx) => transactionHash(tx, sandbox.passphrase));
    expect(check(signed)).toMatchObject({ level: 'mismatch', differences: [{ field: 'signatures' }] });
  });

  test('a second operation is a difference, even a copy of the first', () => {
    const envelope = xdr.TransactionEnvelope.fromXdr(buildDeploy(actionRequest), 'base64');
    const [operation] = envelope.type === 'envelopeTypeTx' ? envelope.v1.tx.operations : [];
    expect(differing({ operations: [operation as xdr.Operation, operation as xdr.Operation] })).toContain('operations');
  });
});

describe('call', () => {
  const withCall = (changes: Partial<typeof call>): Partial<DeployParts> => ({ ...changes });
  test.each<[string, Partial<DeployParts>, string]>([
    ['another factory', withCall({ factory: sandbox.tokens[0]?.address as string }), 'factory contract'],
    ['other code', withCall({ wasmHash: new Uint8Array(32).fill(1) }), 'contract code'],
    ['another deployer', withCall({ deployer: otherKey.publicKey() }), 'deployer'],
  ])('%s is a difference', (_, changes, field) => expect(differing(changes)).toContain(field));

  test.each<[string, (args: xdr.ScVal[]) => xdr.ScVal[]]>([
    ['a missing argument', (args) => args.slice(0, 5)],
    ['a further argument', (args) => [...args, xdr.ScVal.scvVoid()]],
    ['another initialiser', (args) => args.with(3, xdr.ScVal.scvSymbol('initialize'))],
    ['a second escrow', (args) => args.with(4, xdr.ScVal.scvVec([args[4] as xdr.ScVal, args[4] as xdr.ScVal]))],
    ['a constructor argument', (args) => args.with(5, xdr.ScVal.scvVec([xdr.ScVal.scvVoid()]))],
    ['a short salt', (args) => args.with(2, xdr.ScVal.scvBytes(new Uint8Array(31)))],
    ['a short code hash', (args) => args.with(1, xdr.ScVal.scvBytes(new Uint8Array(31)))],
    ['an initialiser as a string', (args) => args.with(3, xdr.ScVal.scvString('initialize_escrow'))],
    ['no escrow', (args) => args.with(4, xdr.ScVal.scvVec([]))],
    ['an escrow that is none', (args) => args.with(4, xdr.ScVal.scvVec([xdr.ScVal.scvVoid()]))],
    ['an empty list in place of the escrow', (args) => args.with(4, xdr.ScVal.scvVec(null))],
    ['an empty list of constructor arguments', (args) => args.with(5, xdr.ScVal.scvVec(null))],
    ...[0, 1, 2, 3, 4, 5].map((at): [string, (args: xdr.ScVal[]) => xdr.ScVal[]] => [
      `argument ${at} of another type`,
      (args) => args.with(at, xdr.ScVal.scvU32(7)),
    ]),
  ])('%s is a difference', (_, edit) => {
    const changed = new xdr.InvokeContractArgs({
      contractAddress: invocation.contractAddress,
      functionName: invocation.functionName,
      args: edit([...invocation.args]),
    });
    expect(differing({ invocation: changed })).not.toEqual([]);
  });

  test('another function is a difference', () => {
    const changed = new xdr.InvokeContractArgs({
      contractAddress: invocation.contractAddress,
      functionName: 'upgrade',
      args: [...invocation.args],
    });
    expect(differing({ invocation: changed })).toContain('function');
  });
});

describe('escrow', () => {
  const { roles } = storedEscrow(actionRequest);
  test.each<[string, { escrow: xdr.ScVal }, string]>([
    ['engagement id', escrow({ engagementId: 'engagement-2' }), 'engagementId'],
    ['title', escrow({ title: 'Website' }), 'title'],
    ['description', escrow({ description: 'x' }), 'description'],
    ['fee', escrow({ platformFee: 151 }), 'platformFee'],
    ['memo', escrow({ receiverMemo: 1n }), 'receiverMemo'],
    [
      'token',
      escrow({ trustline: { address: sandbox.factory as string, multiplier: 10_000_000 } }),
      'trustline.address',
    ],
    [
      'milestones left out',
      escrow({ milestones: storedEscrow(actionRequest).milestones.slice(1) }),
      'number of milestones',
    ],
    ['milestone receiver', firstMilestone({ receiver: stranger }), 'milestones[0].receiver'],
    ['milestone amount', firstMilestone({ amount: 105_000_001n }), 'milestones[0].amount'],
    ['negative amount', firstMilestone({ amount: -105_000_000n }), 'milestones[0].amount'],
    ['milestone description', firstMilestone({ description: 'Design ' }), 'milestones[0].description'],
    ['milestone status', firstMilestone({ status: 'approved' }), 'milestones[0].status'],
    ['milestone evidence', firstMilestone({ evidence: 'x' }), 'milestones[0].evidence'],
    ...Object.keys(roles).map((role): [string, { escrow: xdr.ScVal }, string] => [
      `role ${role}`,
      escrow({ roles: { ...roles, [role]: stranger } }),
      `roles.${role}`,
    ]),
    ...(['approved', 'disputed', 'released', 'resolved'] as const).map(
      (flag): [string, { escrow: xdr.ScVal }, string] => [
        `flag ${flag}`,
        firstMilestone({ flags: { approved: false, disputed: false, released: false, resolved: false, [flag]: true } }),
        `milestones[0].flags.${flag}`,
      ],
    ),
  ])('%s is compared', (_, changes, field) => expect(differing(changes)).toContain(field));

  test.each<[string, { escrow: xdr.ScVal }]>([
    ['an unknown field', editedEscrow((entries) => [...entries, entry('zzz', xdr.ScVal.scvVoid())])],
    ['a missing field', editedEscrow((entries) => entries.filter((item) => keyOf(item) !== 'title'))],
    [
      'a doubled field',
      editedEscrow((entries) => [...entries, entries.find((item) => keyOf(item) === 'title') as xdr.ScMapEntry]),
    ],
    ['fields out of order', editedEscrow((entries) => entries.toReversed())],
    [
      'a field of another kind',
      editedEscrow((entries) =>
        entries.map((item) => (keyOf(item) === 'title' ? entry('title', xdr.ScVal.scvSymbol('x')) : item)),
      ),
    ],
    [
      'text that is not UTF-8',
      editedEscrow((entries) =>
        entries.map((item) =>
          keyOf(item) === 'title' ? entry('title', xdr.ScVal.scvString(new Uint8Array([0xff]))) : item,
        ),
      ),
    ],
    [
      'a key named like an object’s own',
      editedEscrow((entries) => [entry('__proto__', xdr.ScVal.scvVoid()), ...entries]),
    ],
  ])('%s is a difference', (_, changes) => expect(differing(changes)).not.toEqual([]));

  test('the right number of the wrong type is a difference, because the contract fails on it', () => {
    expect(differing(withField('platform_fee', i128(150n)))).toEqual(['escrow.platform_fee']);
    expect(differing(withField('platform_fee', xdr.ScVal.scvU64(150n)))).toEqual(['escrow.platform_fee']);
    expect(differing(withField('receiver_memo', i128(0n)))).toEqual(['escrow.receiver_memo']);
  });

  test('an amount as u32 is a difference', () => {
    const short = escrowTree(actionRequest) as Tree & { milestones: Tree[] };
    for (const [index, milestone] of short.milestones.entries()) {
      if (index === 2) milestone['amount'] = xdr.ScVal.scvU32(1);
    }
    const changed = withField('milestones', encodeTree(short.milestones));
    expect(differing(changed)).toEqual(['escrow.milestones[2].amount']);
  });

  test('the second milestone is compared as the first is', () => {
    const [first, second, third] = storedEscrow(actionRequest).milestones as [Milestone, Milestone, Milestone];
    const changed = escrow({ milestones: [first, { ...second, amount: (second.amount ?? 0n) + 1n }, third] });
    expect(differing(changed)).toEqual(['milestones[1].amount']);
    expect(differing(escrow({ milestones: [second, first, third] }))).toContain('milestones[0].amount');
  });

  test('an approved milestone is not accepted as new', () => {
    expect(differing(firstMilestone({ status: 'Approved' }))).toEqual(['milestones[0].status']);
  });

  test('lists at most fifty differences of a hostile transaction', () => {
    const hostile = withField('milestones', xdr.ScVal.scvVec(Array(3_000).fill(xdr.ScVal.scvVoid())));
    const result = check(buildDeploy(actionRequest, hostile));
    expect(result.level === 'mismatch' && result.differences).toHaveLength(51);
  });

  test('shows the code points when two texts look alike', () => {
    const result = check(buildDeploy(actionRequest, escrow({ title: `${actionRequest.title}\u200b` })));
    expect(result).toMatchObject({
      differences: [{ field: 'title', found: { code: 'CODE_POINTS', params: { points: ['U+200B'] } } }],
    });
  });
});

describe('authorisation', () => {
  const nested = new xdr.SorobanAuthorizedInvocation({
    function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(invocation),
    subInvocations: [],
  });
  const one = authorised(invocation);
  test.each<[string, Partial<DeployParts>]>([
    ['none', { auth: [] }],
    ['two entries', { auth: [one, one] }],
    [
      'another call at the root',
      {
        auth: [
          authorised(
            deployInvocation(liveMulti, {
              ...call,
              salt: new Uint8Array(32),
              escrow: liveMulti.encode(storedEscrow(actionRequest)),
            }),
          ),
        ],
      },
    ],
    ['a call below it', { children: [nested] }],
    [
      'the creation below it',
      { children: [new xdr.SorobanAuthorizedInvocation({ function: creation, subInvocations: [] })] },
    ],
    [
      'credentials of an address',
      {
        auth: [
          new xdr.SorobanAuthorizationEntry({
            credentials: xdr.SorobanCredentials.sorobanCredentialsAddress(
              new xdr.SorobanAddressCredentials({
                address: xdr.ScAddress.scAddressTypeAccount(
                  xdr.PublicKey.publicKeyTypeEd25519(signerKey.rawPublicKey()),
                ),
                nonce: 1n,
                signatureExpirationLedger: 1,
                signature: xdr.ScVal.scvVoid(),
              }),
            ),
            rootInvocation: one.rootInvocation,
          }),
        ],
      },
    ],
  ])('%s is a difference', (_, changes) => {
    expect(differing(changes).every((field) => field.startsWith('authorisation'))).toBe(true);
  });
});
