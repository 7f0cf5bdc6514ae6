import {
  buildDeploy,
  creationV2,
  entry,
  instanceOf,
  NOW,
  otherKey,
  request,
  sandbox,
} from '@countersign/testkit/fixtures/deploy-fixture';
import {
  address,
  bool,
  buildGenerationB,
  callOf,
  escrowTree,
  fromSigner,
  type GenerationBParts,
  i128,
  live,
  SALT,
  type Tree,
  text,
  type Value,
  WASM_HASH,
} from '@countersign/testkit/fixtures/generation-b-fixture';
import { Address, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { readTransaction } from '../../envelope/read-transaction.ts';
import type { DeployRequest } from '../../escrow/index.ts';
import { type Network, pinsOf, type Token } from '../../escrow/network.ts';
import { explainTransaction } from '../../explain/explain-transaction.ts';
import { contractIdFor } from '../../kinds/read-deploy.ts';
import { checkUnsigned } from './check-deploy.ts';

const actionRequest = request();
const askedSingle = request({ kind: 'single' });
const other = otherKey.publicKey();
const token = sandbox.factory as string;

function check(envelope: string, wanted: DeployRequest = actionRequest, network: Network = live) {
  return checkUnsigned(readTransaction(envelope, network.passphrase), wanted, {
    network,
    maxFee: 50_000_000n,
    now: NOW,
  });
}
const built = (parts: GenerationBParts = {}, wanted = actionRequest) => buildGenerationB(wanted, parts);
const fieldsOf = (envelope: string, wanted?: DeployRequest) => {
  const result = check(envelope, wanted);
  return result.level === 'mismatch' ? result.differences.map(({ field }) => field) : [result.level];
};
const RELEASES = [
  { release: 'multi', wanted: actionRequest },
  { release: 'single', wanted: askedSingle },
] as const;

describe('an honest deploy of generation B', () => {
  test.each(RELEASES)('$release release: is verified where the service makes such', ({ release, wanted }) => {
    const contractId = contractIdFor(pinsOf(live, release).factory as string, SALT, live.passphrase);
    const honest = { level: 'verified', reasons: [], call: { contractId, kind: { id: `live-${release}` } } };
    expect(check(built({ release }), wanted)).toMatchObject(honest);
    // What it writes is not what its address is known from.
    expect(check(built({ release, readWrite: [] }), wanted)).toMatchObject(honest);
  });

  test('single release: is partly verified where the service makes none', () => {
    const { makesSingleRelease: _, ...network } = live;
    expect(check(built({ release: 'single' }), askedSingle, network)).toMatchObject({
      level: 'partly',
      reasons: [{ code: 'OTHER_KIND', params: { generation: 'B', release: 'single' } }],
    });
  });

  test('is a mismatch where the other release was asked for', () => {
    const fields = ['kind of escrow'];
    expect(fieldsOf(built({ release: 'single' }))).toEqual(fields);
    // The receiver is stored in another place, which alone is not a difference.
    expect(fieldsOf(built({ release: 'multi' }), askedSingle)).toEqual(fields);
  });

  test('is a mismatch where its factory or code is that of the other release', () => {
    const { factory, wasmHash } = live.single ?? {};
    const code = Uint8Array.from(Buffer.from(wasmHash as string, 'hex'));
    expect(fieldsOf(built({ factory: factory as string }))).toEqual(['factory contract']);
    expect(fieldsOf(built({ wasmHash: code }))).toEqual(['contract code']);
  });

  test('with an unknown token is partly verified, with the reason that its decimals are the request’s', () => {
    const wanted = request({ trustline: { address: token } });
    const result = check(built({}, wanted), wanted);
    expect(result).toMatchObject({
      level: 'partly',
      reasons: [{ code: 'TOKEN_NOT_ASKED', params: { token, stored: false } }],
    });
  });

  test('with a token named by its issuer has the token’s contract, never the issuer', () => {
    const { issuer, address: contract } = live.tokens[0] as Token;
    const wanted = request({ trustline: { address: issuer } });
    expect(fieldsOf(built(changed('trustline.address', address(contract))), wanted)).toEqual(['verified']);
    expect(fieldsOf(built(changed('trustline.address', address(issuer))), wanted)).toEqual(['trustline.address']);
  });

  test.each(RELEASES)('reports that nothing is pinned, for a $release release', ({ release, wanted }) => {
    const { name, passphrase, tokens } = sandbox;
    const network: Network = { name, passphrase, tokens, makesSingleRelease: true };
    expect(check(built({ release }), wanted, network)).toMatchObject({
      level: 'partly',
      reasons: [{ code: 'FACTORY_NOT_PINNED' }, { code: 'CODE_NOT_PINNED' }],
    });
  });
});

/** Replaces one field of the tree, by its path. */
function changed(path: string, value: Value | undefined, release: 'multi' | 'single' = 'multi'): GenerationBParts {
  const tree = escrowTree(actionRequest, release);
  const keys = path.split('.');
  const last = keys.pop() as string;
  const parent = keys.reduce<Tree>((part, key) => (part as Record<string, Value>)[key] as Tree, tree);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return { tree, release };
}

describe('a definite difference is a mismatch, and named', () => {
  test.each<[string, GenerationBParts, string]>([
    ['platform fee as i128', changed('platform_fee', i128(150n)), 'escrow.platform_fee'],
    ['single: the one amount as u32', changed('amount', xdr.ScVal.scvU32(1), 'single'), 'escrow.amount'],
    ['unknown field', changed('extra', text('x')), 'escrow.extra'],
    ['memo', changed('receiver_memo', xdr.ScVal.scvU32(1)), 'receiverMemo'],
    ['memo as i128', changed('receiver_memo', i128(0n)), 'escrow.receiver_memo'],
    ['missing memo', changed('receiver_memo', undefined), 'escrow.receiver_memo'],
    [
      'platform under the name of before',
      changed('roles.platform_address', address(other)),
      'escrow.roles.platform_address',
    ],
    ['decimals, which there are not', changed('trustline.decimals', xdr.ScVal.scvU32(7)), 'escrow.trustline.decimals'],
    ['receiver among the roles', changed('roles.receiver', address(other)), 'escrow.roles.receiver'],
    ['missing title', changed('title', undefined), 'escrow.title'],
    ['missing receiver', changed('milestones.0.receiver', undefined), 'escrow.milestones[0].receiver'],
    ['single: the one amount', changed('amount', i128(1n), 'single'), 'amount'],
    ['single: a flag', changed('flags.disputed', bool(true), 'single'), 'flags.disputed'],
    ['single: an approval', changed('milestones.0.approved', bool(true), 'single'), 'milestones[0].flags.approved'],
    ['single: there is no receiver', changed('roles.receiver', undefined, 'single'), 'escrow.roles.receiver'],
    [
      'single: somebody else is paid',
      changed('roles.receiver', address(actionRequest.signer), 'single'),
      'roles.receiver',
    ],
    [
      'single: a receiver of a milestone',
      changed('milestones.0.receiver', address(other), 'single'),
      'escrow.milestones[0].receiver',
    ],
    ['a multi-release escrow under the other name', { functionName: 'tw_new_single_release_escrow' }, 'escrow.amount'],
  ])('%s', (_, parts, field) => {
    expect(fieldsOf(built(parts), parts.release === 'single' ? askedSingle : actionRequest)).toContain(field);
  });

  test('a request with a memo for the receiver, which the deploy leaves out', () => {
    const wanted = request({ receiverMemo: 5 });
    expect(fieldsOf(built({}, wanted), wanted)).toEqual(['receiverMemo']);
  });

  test('constructor arguments', () => {
    const { contractAddress, functionName, args } = callOf(built());
    const invocation = new xdr.InvokeContractArgs({
      contractAddress,
      functionName,
      args: [...args.slice(0, 5), xdr.ScVal.scvVec([xdr.ScVal.scvU32(1)])],
    });
    const envelope = built({ invocation, auth: [entry(invocation)] });
    expect(fieldsOf(envelope)).toEqual(['constructor arguments']);
  });
});

describe('nothing rides along', () => {
  const plain = callOf(built());
  const creation = creationV2(actionRequest.signer, SALT, WASM_HASH);
  const theft = new xdr.SorobanAuthorizedInvocation({
    function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(
      new xdr.InvokeContractArgs({
        contractAddress: Address.fromString(sandbox.tokens[0]?.address as string).toScAddress(),
        functionName: 'transfer',
        args: [address(actionRequest.signer), address(other), i128(1n)],
      }),
    ),
    subInvocations: [],
  });
  const created = (created_: xdr.SorobanAuthorizedFunction) =>
    new xdr.SorobanAuthorizedInvocation({ function: created_, subInvocations: [] });
  const code = (fill: number) =>
    xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: new Uint8Array(32).fill(fill) }));
  const byItself = new xdr.SorobanAuthorizationEntry({
    credentials: xdr.SorobanCredentials.sorobanCredentialsAddress(
      new xdr.SorobanAddressCredentials({
        address: Address.fromString(actionRequest.signer).toScAddress(),
        nonce: 1n,
        signatureExpirationLedger: 9,
        signature: xdr.ScVal.scvVoid(),
      }),
    ),
    rootInvocation: entry(plain).rootInvocation,
  });

  test.each<[string, xdr.SorobanAuthorizationEntry[], string]>([
    ['no authorisation', [], 'authorisation'],
    ['two', [entry(plain), entry(plain)], 'authorisation'],
    ['one by itself', [byItself], 'authorisation.credentials'],
    [
      'one for another call',
      [entry(callOf(buildDeploy(actionRequest, { salt: new Uint8Array(32) })))],
      'authorisation.root',
    ],
    // The factory creates from its own address, which needs no signature, so any call below it could serve a thief.
    ['a payment below it', [entry(plain, { below: [theft] })], 'authorisation.sub-invocations'],
    ['a creation below it', [entry(plain, { below: [created(creation)] })], 'authorisation.sub-invocations'],
    ['both', [entry(plain, { below: [created(creation), theft] })], 'authorisation.sub-invocations'],
  ])('%s', (_, auth, field) => {
    expect(fieldsOf(built({ auth }))).toEqual([field]);
  });

  test.each<[string, GenerationBParts, string]>([
    ['the signer’s tokens', { readWrite: [instanceOf(sandbox.tokens[0]?.address as string)] }, 'resources.writes'],
    [
      'the other derivation’s address',
      { readWrite: [instanceOf(fromSigner(actionRequest.signer))] },
      'resources.writes',
    ],
    ['another contract', { readOnly: [instanceOf(fromSigner(other))] }, 'resources.reads'],
    ['three strangers’ programs', { readOnly: [code(1), code(2), code(4)] }, 'resources.reads'],
    ['nothing at all', { ext: xdr.TransactionExt.v0() }, 'resources'],
    ['a fee above the transaction’s', { resourceFee: 99_000_000 }, 'resource fee'],
  ])('declared: %s', (_, parts, field) => {
    expect(fieldsOf(built(parts))).toContain(field);
  });
});

describe('explained', () => {
  const reportOf = (envelope: string, network: Network = live) => {
    const { warnings, ...explained } = explainTransaction(envelope, network, NOW);
    return { ...explained, warnings: warnings.map(({ text }) => text) };
  };
  const shown = (envelope: string, label: string) =>
    reportOf(envelope).lines.find((line) => line.label === label)?.value;

  test('generation B by its kind, with each receiver', () => {
    const envelope = built();
    const { heading, warnings } = reportOf(envelope);
    expect(heading).toMatch(/^Creates an escrow for “/);
    expect(shown(envelope, 'Kind')).toBe('Trustless Work, multi release, live today (generation B)');
    expect(heading).toContain(contractIdFor(live.factory as string, SALT, live.passphrase));
    expect(warnings).toEqual([]);
    expect(shown(envelope, 'Milestone 1')).toBe(`10.5 USDC: Design (paid to ${actionRequest.roles.receiver})`);
    expect(shown(envelope, 'Platform')).toBe(`Demo Platform (${actionRequest.roles.platformAddress})`);
    expect(shown(envelope, 'Total')).toBe('30.5000001 USDC');
  });

  test('with different receivers, a flag and no authorisation', () => {
    const tree = escrowTree(actionRequest) as Tree & { milestones: (Tree & { flags: Tree })[] };
    (tree.milestones[1] as Tree)['receiver'] = address(actionRequest.signer);
    (tree.milestones[0] as { flags: Tree }).flags['released'] = bool(true);
    const { warnings } = reportOf(built({ tree, readWrite: [], auth: [] }));
    expect(warnings.join('\n')).toMatch(
      /milestone 1 is created as released already[\s\S]*authorisation[\s\S]*different receivers/,
    );
  });

  test('shows base units when the token is not known', () => {
    const wanted = request({ trustline: { address: token } });
    expect(shown(built({}, wanted), 'Total')).toBe('305000001 base units (the token’s decimals are not known)');
  });

  test('says why when the call of a factory cannot be read', () => {
    const { heading, warnings } = reportOf(built({ escrow: xdr.ScVal.scvVoid() }));
    expect(heading).toMatch(/^Not the deploy of an escrow/);
    expect(warnings[0]).toMatch(/^It calls tw_new_multi_release_escrow.*cannot be read as one: escrow .*scvVoid/);
  });
});
