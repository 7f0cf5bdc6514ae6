/** Deploys next to what was requested: in which every difference is found, and which are verified in part or whole. */
import {
  account,
  entry as authorised,
  below,
  buildDeploy,
  codeOf,
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
import { createPart } from '@countersign/testkit/record/part';
import { Address, SorobanDataBuilder, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { fromHex } from '../../envelope/bytes.ts';
import { readTransaction, transactionHash } from '../../envelope/read-transaction.ts';
import type { DeployRequest } from '../../escrow/index.ts';
import { NETWORKS, type Network } from '../../escrow/network.ts';
import { liveMulti, liveSingle } from '../../kinds/live-kinds.ts';
import { contractIdFor, deployInvocation } from '../../kinds/read-deploy.ts';
import { checkUnsigned } from './check-deploy.ts';

const multi = request();
const single = request({ kind: 'single' });
const salt = new Uint8Array(32).fill(3);
const contractId = escrowAt(salt);
const other = otherKey.publicKey();
const [{ address: token, issuer }] = NETWORKS.sandbox.tokens;
const { factory, wasmHash } = NETWORKS.sandbox;
const call = { factory, deployer: multi.signer, wasmHash: fromHex(wasmHash), salt };
const nothing = xdr.ScVal.scvVoid();
const u32 = (value: number) => xdr.ScVal.scvU32(value);
const symbol = (value: string) => xdr.ScVal.scvSymbol(value);
const text = (value: string | Uint8Array) => xdr.ScVal.scvString(value);
const address = (value: string) => Address.fromString(value).toScVal();
const i128 = (value: bigint) =>
  xdr.ScVal.scvI128(new xdr.Int128Parts({ hi: value >> 64n, lo: value & (2n ** 64n - 1n) }));

function checked(envelope: string, wanted: DeployRequest = multi, network: Network = sandbox) {
  const read = readTransaction(envelope, network.passphrase);
  return checkUnsigned(read, wanted, { network, maxFee: 50_000_000n, now: NOW });
}

const encoded = { multi: liveMulti.encode(storedEscrow(multi)), single: liveSingle.encode(storedEscrow(single)) };
const fieldsOf = (value: xdr.ScVal | undefined): xdr.ScMapEntry[] =>
  value?.type === 'scvMap' && value.map !== null ? [...value.map] : [];
const nameOf = ({ key }: xdr.ScMapEntry) => (key.type === 'scvSymbol' ? key.sym.toString() : '');
const fieldOf = (name: string, val: xdr.ScVal) => new xdr.ScMapEntry({ key: symbol(name), val });
const struct = (fields: xdr.ScMapEntry[]) => ({ escrow: xdr.ScVal.scvMap(fields) });
const fields = fieldsOf(encoded.multi);

/** The escrow with a field, by its path, replaced or left out: below the encoder, which can only write what is right. */
function changed(path: string, value?: xdr.ScVal, escrow = encoded.multi): { escrow: xdr.ScVal } {
  const [key = '', ...rest] = path.split('.');
  const inside = (each: xdr.ScVal) => (rest.length === 0 ? value : changed(rest.join('.'), value, each).escrow);
  if (escrow.type === 'scvVec') {
    const items = (escrow.vec ?? []).flatMap((each, index) => (key === `${index}` ? (inside(each) ?? []) : each));
    return { escrow: xdr.ScVal.scvVec(items) };
  }
  const kept = fieldsOf(escrow);
  const next = inside(kept.find((each) => nameOf(each) === key)?.val ?? nothing);
  const all = [...kept.filter((each) => nameOf(each) !== key), ...(next === undefined ? [] : [fieldOf(key, next)])];
  return struct(all.sort((one, two) => (nameOf(one) < nameOf(two) ? -1 : 1)));
}
const ofSingle = (path: string, value?: xdr.ScVal) => changed(path, value, encoded.single);
const milestones = fields.find((each) => nameOf(each) === 'milestones')?.val as Extract<xdr.ScVal, { type: 'scvVec' }>;
const [first, second, third] = milestones.vec as [xdr.ScVal, xdr.ScVal, xdr.ScVal];

const invocation = deployInvocation(liveMulti, { ...call, escrow: encoded.multi });
const calling = (args: xdr.ScVal[], functionName: string = invocation.functionName.toString()) => ({
  invocation: new xdr.InvokeContractArgs({ contractAddress: invocation.contractAddress, functionName, args }),
});
const withArgument = (index: number, value: xdr.ScVal) => calling(invocation.args.with(index, value));
const one = authorised(invocation);
const [operation] = (() => {
  const envelope = xdr.TransactionEnvelope.fromXdr(buildDeploy(multi), 'base64');
  return envelope.type === 'envelopeTypeTx' ? envelope.v1.tx.operations : [];
})() as [xdr.Operation];
const writes = (...keys: xdr.LedgerKey[]) => ({ readWrite: [instanceOf(contractId), ...keys] });
/** Its resources, with entries to restore by their place in the list of what is written. */
const restoring = (...archivedSorobanEntries: number[]) => {
  const { resources } = new SorobanDataBuilder()
    .setReadOnly([instanceOf(factory)])
    .setReadWrite([instanceOf(contractId)])
    .build();
  const entries = new xdr.SorobanResourcesExtV0({ archivedSorobanEntries });
  const ext = xdr.SorobanTransactionDataExt.resourceExt(entries);
  const data = new xdr.SorobanTransactionData({ ext, resources, resourceFee: 50_000n });
  return { ext: xdr.TransactionExt.sorobanData(data) };
};
const theft = below(
  new xdr.InvokeContractArgs({
    contractAddress: Address.fromString(token).toScAddress(),
    functionName: 'transfer',
    args: [address(multi.signer), address(other), i128(1n)],
  }),
);
const creation = new xdr.SorobanAuthorizedInvocation({
  function: creationV2(multi.signer, salt, call.wasmHash),
  subInvocations: [],
});
const byItself = xdr.SorobanCredentials.sorobanCredentialsAddress(
  new xdr.SorobanAddressCredentials({
    address: Address.fromString(multi.signer).toScAddress(),
    nonce: 1n,
    signatureExpirationLedger: 9,
    signature: nothing,
  }),
);
const furtherCondition = xdr.Preconditions.precondV2(
  new xdr.PreconditionsV2({
    timeBounds: new xdr.TimeBounds({ minTime: 0n, maxTime: BigInt(NOW + 100) }),
    ledgerBounds: null,
    minSeqNum: null,
    minSeqAge: 0n,
    minSeqLedgerGap: 0,
    extraSigners: [],
  }),
);

const DIFFERENT: Readonly<Record<string, Partial<DeployParts>>> = {
  'another source': { source: account(other) },
  'another source of the operation': { operationSource: account(other) },
  'another source of both': { source: account(other), operationSource: account(other) },
  'a memo': { memo: xdr.Memo.memoText('hello') },
  'a sequence number near the end': { sequence: 2n ** 63n - 1_000_000n },
  'no time bounds': { condition: xdr.Preconditions.precondNone() },
  'no end': { condition: time(0, 0) },
  'an end that is over': { condition: time(0, NOW - 1) },
  'an end in less than 20 s': { condition: time(0, NOW + 19) },
  'an end after more than 10 minutes': { condition: time(0, NOW + 601) },
  'a begin that is to come': { condition: time(NOW + 6, NOW + 100) },
  'further preconditions with the right time bounds': { condition: furtherCondition },
  'a fee above the cap': { fee: 50_000_001 },
  'a resource fee above the fee': { resourceFee: 60_000 },
  'a negative resource fee': { resourceFee: -1 },
  'no resources': { ext: xdr.TransactionExt.v0() },
  'no operation': { operations: [] },
  'its operation twice': { operations: [operation, operation] },
  'a write to the token': writes(instanceOf(token)),
  'a write of other code': writes(codeOf(new Uint8Array(32))),
  'a write of the address that the signer alone would give': {
    readWrite: [instanceOf(contractIdFor(multi.signer, salt, sandbox.passphrase))],
  },
  'a read of another contract': { readOnly: [instanceOf(contractIdFor(other, salt, sandbox.passphrase))] },
  'reads of three other codes': { readOnly: [1, 2, 4].map((fill) => codeOf(new Uint8Array(32).fill(fill))) },
  'the restore of an entry that it does not write': restoring(0, 1),
  'a read of an account': {
    readOnly: [xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: otherKey.xdrAccountId() }))],
  },

  'another factory': { factory: token },
  'the factory of the other release': { factory: NETWORKS.sandbox.single.factory },
  'the code of the other release': { wasmHash: fromHex(NETWORKS.sandbox.single.wasmHash) },
  'another deployer': { deployer: other },
  'another function': calling([...invocation.args], 'upgrade'),
  'the function of the other release': calling([...invocation.args], 'tw_new_single_release_escrow'),
  'a missing argument': calling(invocation.args.slice(0, 5)),
  'a further argument': calling([...invocation.args, nothing]),
  'another initialiser': withArgument(3, symbol('initialize')),
  'an initialiser as a string': withArgument(3, text('initialize_escrow')),
  'a short salt': withArgument(2, xdr.ScVal.scvBytes(new Uint8Array(31))),
  'a short code hash': withArgument(1, xdr.ScVal.scvBytes(new Uint8Array(31))),
  'a second escrow': withArgument(4, xdr.ScVal.scvVec([encoded.multi, encoded.multi])),
  'no escrow': withArgument(4, xdr.ScVal.scvVec([])),
  'an escrow that is none': withArgument(4, xdr.ScVal.scvVec([nothing])),
  'an empty list in place of the escrow': withArgument(4, xdr.ScVal.scvVec(null)),
  'a constructor argument': withArgument(5, xdr.ScVal.scvVec([nothing])),
  'an empty list of constructor arguments': withArgument(5, xdr.ScVal.scvVec(null)),
  ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((at) => [`argument ${at} of another type`, withArgument(at, u32(7))])),

  'another engagement': changed('engagement_id', text('engagement-2')),
  'another title': changed('title', text('Website')),
  'another title that looks alike': changed('title', text(`${multi.title}\u200b`)),
  'another description': changed('description', text('x')),
  'another fee': changed('platform_fee', u32(151)),
  'the fee as i128': changed('platform_fee', i128(150n)),
  'the fee as u64': changed('platform_fee', xdr.ScVal.scvU64(150n)),
  'a memo for the receiver': changed('receiver_memo', u32(1)),
  'the memo as i128': changed('receiver_memo', i128(0n)),
  'no memo field': changed('receiver_memo'),
  'another token': changed('trustline.address', address(factory)),
  'the token’s issuer, which no escrow can call': changed('trustline.address', address(issuer)),
  'a multiplier': changed('trustline.decimals', u32(7)),
  ...Object.fromEntries(
    [
      'approver',
      'dispute_resolver',
      'platform',
      'release_signer',
      'service_provider',
      'platform_address',
      'receiver',
    ].map((role) => [`another ${role}`, changed(`roles.${role}`, address(factory))]),
  ),
  'a milestone left out': changed('milestones.0'),
  'the first two milestones exchanged': changed('milestones', xdr.ScVal.scvVec([second, first, third])),
  'another receiver of a milestone': changed('milestones.0.receiver', address(factory)),
  'no receiver of a milestone': changed('milestones.0.receiver'),
  'another amount': changed('milestones.0.amount', i128(105_000_001n)),
  'another amount of the second milestone': changed('milestones.1.amount', i128(200_000_001n)),
  'a negative amount': changed('milestones.0.amount', i128(-105_000_000n)),
  'an amount as u32': changed('milestones.2.amount', u32(1)),
  'another description of a milestone': changed('milestones.0.description', text('Design ')),
  'an approved milestone': changed('milestones.0.status', text('approved')),
  'an Approved milestone': changed('milestones.0.status', text('Approved')),
  'a milestone with evidence': changed('milestones.0.evidence', text('x')),
  ...Object.fromEntries(
    ['approved', 'disputed', 'released', 'resolved'].map((flag) => [
      `a milestone that is ${flag}`,
      changed(`milestones.0.flags.${flag}`, xdr.ScVal.scvBool(true)),
    ]),
  ),
  'an unknown field': struct([...fields, fieldOf('zzz', nothing)]),
  'a missing field': changed('title'),
  'a doubled field': struct([...fields, ...fields.filter((each) => nameOf(each) === 'title')]),
  'fields out of order': struct(fields.toReversed()),
  'a field of another kind': changed('title', symbol('x')),
  'text that is not UTF-8': changed('title', text(new Uint8Array([0xff]))),
  'a key named like an object’s own': struct([fieldOf('__proto__', nothing), ...fields]),

  'no authorisation': { auth: [] },
  'two authorisations': { auth: [one, one] },
  'an authorisation of another call': {
    auth: [authorised(deployInvocation(liveMulti, { ...call, salt: new Uint8Array(32), escrow: encoded.multi }))],
  },
  // The factory creates from its own address, which needs no signature, so any call below it could serve a thief.
  'a payment below the call': { children: [theft] },
  'the creation below the call': { children: [creation] },
  'the creation and a payment below the call': { children: [creation, theft] },
  'the call once more below itself': { children: [below(invocation)] },
  'an authorisation by an address': { auth: [authorised(invocation, { credentials: byItself })] },
};

const DIFFERENT_SINGLE: Readonly<Record<string, Partial<DeployParts>>> = {
  'the one amount as u32': ofSingle('amount', u32(1)),
  'another amount': ofSingle('amount', i128(1n)),
  'a dispute': ofSingle('flags.disputed', xdr.ScVal.scvBool(true)),
  'an approval': ofSingle('milestones.0.approved', xdr.ScVal.scvBool(true)),
  'no receiver': ofSingle('roles.receiver'),
  'another receiver': ofSingle('roles.receiver', address(multi.signer)),
  'a receiver of a milestone': ofSingle('milestones.0.receiver', address(other)),
};

const muxed = xdr.MuxedAccount.keyTypeMuxedEd25519(
  new xdr.MuxedAccountMed25519({ id: 5n, ed25519: signerKey.rawPublicKey() }),
);
const VERIFIED: Readonly<Record<string, Partial<DeployParts>>> = {
  'as it was requested': {},
  ...Object.fromEntries(
    ['', 'pending', 'peding'].map((status) => [`the status "${status}"`, changed('milestones.0.status', text(status))]),
  ),
  'the same account under an M address': { source: muxed, operationSource: muxed },
  'an end in 20 s': { condition: time(NOW, NOW + 20) },
  'an end in 10 minutes': { condition: time(NOW, NOW + 600) },
  'a write of its own code': writes(codeOf(call.wasmHash)),
  'a read of its token': { readOnly: [instanceOf(token)] },
  // Of the factory and the token, whose code may change.
  'reads of two other codes': {
    readOnly: [instanceOf(factory), ...[1, 2, 2].map((fill) => codeOf(new Uint8Array(32).fill(fill)))],
  },
  'the restore of what it writes': restoring(0),
  // What it writes is not what its address is known from.
  'nothing that it writes': { readWrite: [] },
};

test('finds every difference of a deploy as recorded', async () => {
  const { note, text: recorded } = createPart();
  for (const [wanted, cases] of [
    [multi, DIFFERENT],
    [single, DIFFERENT_SINGLE],
  ] as const) {
    for (const [name, parts] of Object.entries(cases)) {
      const check = checked(buildDeploy(wanted, parts), wanted);
      if (check.level !== 'mismatch') throw new Error(`${name} is ${check.level}`);
      note(
        `${wanted.kind ?? 'multi'} release: ${name}`,
        check.differences
          .map(({ field, ...sides }) => `${field} ${JSON.stringify([sides.asked, sides.found])}`)
          .join('\n'),
      );
    }
  }
  await expect(recorded()).toMatchFileSnapshot('recorded/differences.txt');
});

test.each(Object.entries(VERIFIED))('verifies a deploy: %s', (_, parts) => {
  const call = { contractId, kind: { id: 'live-multi' } };
  expect(checked(buildDeploy(multi, parts))).toMatchObject({ level: 'verified', reasons: [], call });
});

test('verifies a single release only where the service makes such', () => {
  const call = { contractId: escrowAt(salt, 'single'), kind: { id: 'live-single' } };
  expect(checked(buildDeploy(single), single)).toMatchObject({ level: 'verified', reasons: [], call });
  const { makesSingleRelease: _, ...network } = NETWORKS.sandbox;
  const reasons = [{ code: 'OTHER_KIND', params: { generation: 'B', release: 'single' } }];
  expect(checked(buildDeploy(single), single, network)).toMatchObject({ level: 'partly', reasons });
});

test('refuses the other release, a signature, and a memo that the deploy leaves out', () => {
  const differing = (...of: Parameters<typeof checked>) => {
    const check = checked(...of);
    return check.level === 'mismatch' ? check.differences.map(({ field }) => field) : check.level;
  };
  expect(differing(buildDeploy(single), multi)).toEqual(['kind of escrow']);
  // The receiver is stored in another place, which alone is not a difference.
  expect(differing(buildDeploy(multi), single)).toEqual(['kind of escrow']);
  const signed = sign(buildDeploy(multi), [signerKey], (tx) => transactionHash(tx, sandbox.passphrase));
  expect(differing(signed)).toEqual(['signatures']);
  expect(differing(buildDeploy(multi), request({ receiverMemo: 5 }))).toEqual(['receiverMemo']);
});

test('verifies the token’s contract where the request names its issuer', () => {
  const byIssuer = request({ trustline: { address: issuer } });
  expect([buildDeploy(multi), buildDeploy(byIssuer)].map((envelope) => checked(envelope, byIssuer).level)).toEqual([
    'verified',
    'verified',
  ]);
});

test.each([multi, single])(
  'verifies a deploy only in part where nothing is pinned or the token is unknown',
  (wanted) => {
    const { name, passphrase, tokens } = NETWORKS.sandbox;
    const network: Network = { name, passphrase, tokens, makesSingleRelease: true };
    expect(checked(buildDeploy(wanted), wanted, network)).toMatchObject({
      level: 'partly',
      reasons: [{ code: 'FACTORY_NOT_PINNED' }, { code: 'CODE_NOT_PINNED' }],
    });
    const { factory: _, ...pinsCode } = NETWORKS.sandbox;
    expect(checked(buildDeploy(multi), multi, pinsCode)).toMatchObject({ reasons: [{ code: 'FACTORY_NOT_PINNED' }] });
    const { wasmHash: __, ...pinsFactory } = NETWORKS.sandbox;
    expect(checked(buildDeploy(multi), multi, pinsFactory)).toMatchObject({ reasons: [{ code: 'CODE_NOT_PINNED' }] });
    const unknown = { ...wanted, trustline: { ...wanted.trustline, address: factory } };
    expect(checked(buildDeploy(unknown), unknown)).toMatchObject({
      level: 'partly',
      reasons: [{ code: 'TOKEN_NOT_ASKED', params: { token: factory, stored: false } }],
    });
  },
);

test('lists at most fifty differences of a hostile transaction', () => {
  const hostile = changed('milestones', xdr.ScVal.scvVec(Array(3_000).fill(nothing)));
  const check = checked(buildDeploy(multi, hostile));
  expect(check.level === 'mismatch' && check.differences).toHaveLength(51);
});
