import {
  account,
  authorisation,
  buildDeploy,
  creationV2,
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
  encodeTree,
  escrowTree,
  fromFactory,
  fromSigner,
  type GenerationBParts,
  i128,
  SALT,
  type Tree,
  text,
  type Value,
  WASM_HASH,
  withChildren,
} from '@countersign/testkit/fixtures/generation-b-fixture';
import { Address, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { readTransaction } from '../../envelope/read-transaction.ts';
import type { DeployRequest } from '../../escrow/index.ts';
import { NETWORKS, type Network } from '../../escrow/network.ts';
import { explainTransaction } from '../../explain/explain-transaction.ts';
import { reasonText } from '../../words/reasons.ts';
import { checkUnsigned } from './check-unsigned.ts';

const asked = request();
const other = otherKey.publicKey();
const token = sandbox.factory as string;

function check(envelope: string, wanted: DeployRequest = asked, network: Network = sandbox) {
  return checkUnsigned(readTransaction(envelope, network.passphrase), wanted, {
    network,
    maxFee: 50_000_000n,
    now: NOW,
  });
}
const fieldsOf = (envelope: string, wanted?: DeployRequest) => {
  const result = check(envelope, wanted);
  return result.level === 'mismatch' ? result.differences.map(({ field }) => field) : [result.level];
};
const reasonsOf = (envelope: string, wanted?: DeployRequest) => {
  const result = check(envelope, wanted);
  return result.level === 'mismatch' ? result.differences : result.reasons.map(reasonText).join('\n');
};

describe('an honest deploy of generation B is partly verified', () => {
  test('multi-release: everything equal, its address the factory’s', () => {
    const result = check(buildGenerationB(asked));
    expect(result).toMatchObject({
      level: 'partly',
      reasons: [{ code: 'OTHER_KIND', params: { generation: 'B', release: 'multi' } }],
      call: { contractId: fromFactory, derivedFrom: 'factory' },
    });
  });

  test('with the declared writes left out, both possible addresses are named', () => {
    const envelope = buildGenerationB(asked, { readWrite: [] });
    expect(check(envelope)).toMatchObject({ level: 'partly', call: { contractId: fromFactory } });
    expect(reasonsOf(envelope)).toContain(fromSigner(asked.signer));
  });

  test('of the interim build: the authorised creation tells that its address is the signer’s', () => {
    const result = check(buildGenerationB(asked, { interim: true }));
    expect(result).toMatchObject({
      level: 'partly',
      call: { contractId: fromSigner(asked.signer), derivedFrom: 'deployer' },
    });
    expect(reasonsOf(buildGenerationB(asked, { interim: true }))).not.toContain(fromFactory);
  });

  test('single-release: what each milestone is worth is not on chain, and that is said', () => {
    const envelope = buildGenerationB(asked, { release: 'single' });
    expect(check(envelope)).toMatchObject({ level: 'partly' });
    expect(reasonsOf(envelope)).toMatch(/one amount for all milestones/);
    const inRoles = escrowTree(asked, 'single') as Tree & { roles: Tree; milestones: Tree[] };
    for (const milestone of inRoles.milestones) delete milestone['receiver'];
    inRoles.roles['receiver'] = address(asked.roles.receiver);
    expect(check(buildGenerationB(asked, { release: 'single', tree: inRoles }))).toMatchObject({ level: 'partly' });
  });

  test('with a token that is not known: its decimals are the request’s, and that is said', () => {
    const wanted = request({ trustline: { address: token } });
    expect(reasonsOf(buildGenerationB(wanted), wanted)).toMatch(/does not store the token’s decimals/);
  });

  test('where nothing is pinned, that is said too', () => {
    const { name, passphrase, tokens } = sandbox;
    const network: Network = { name, passphrase, tokens };
    const result = check(buildGenerationB(asked), asked, network);
    expect(result).toMatchObject({
      level: 'partly',
      reasons: [{ code: 'FACTORY_NOT_PINNED' }, { code: 'CODE_NOT_PINNED' }, { code: 'OTHER_KIND' }],
    });
  });
});

/** Replaces one field of the tree, by its path. */
function changed(path: string, value: Value | undefined, release: 'multi' | 'single' = 'multi'): GenerationBParts {
  const tree = escrowTree(asked, release);
  const keys = path.split('.');
  const last = keys.pop() as string;
  const parent = keys.reduce<Tree>((part, key) => (part as Record<string, Value>)[key] as Tree, tree);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return { tree, release };
}

describe('a definite difference is a mismatch, and named', () => {
  test.each<[string, GenerationBParts, string]>([
    ['engagement', changed('engagement_id', text('x')), 'engagementId'],
    ['title', changed('title', text('x')), 'title'],
    ['description', changed('description', text('x')), 'description'],
    ['approver', changed('roles.approver', address(other)), 'roles.approver'],
    ['service provider', changed('roles.service_provider', address(asked.signer)), 'roles.serviceProvider'],
    ['platform', changed('roles.platform', address(other)), 'roles.platformAddress'],
    ['release signer', changed('roles.release_signer', address(other)), 'roles.releaseSigner'],
    ['dispute resolver', changed('roles.dispute_resolver', address(asked.signer)), 'roles.disputeResolver'],
    ['receiver of one milestone', changed('milestones.1.receiver', address(asked.signer)), 'milestones[1].receiver'],
    ['amount of one milestone', changed('milestones.2.amount', i128(2n)), 'milestones[2].amount'],
    ['description of one milestone', changed('milestones.0.description', text('x')), 'milestones[0].description'],
    ['status of one milestone', changed('milestones.0.status', text('done')), 'milestones[0].status'],
    ['evidence of one milestone', changed('milestones.0.evidence', text('x')), 'milestones[0].evidence'],
    ['flag of one milestone', changed('milestones.0.flags.released', bool(true)), 'milestones[0].flags.released'],
    ['number of milestones', changed('milestones', []), 'number of milestones'],
    ['platform fee', changed('platform_fee', xdr.ScVal.scvU32(151)), 'platformFee'],
    ['token', changed('trustline.address', address(token)), 'trustline.address'],
    ['platform fee as i128', changed('platform_fee', i128(150n)), 'escrow.platform_fee'],
    ['single: the one amount as u32', changed('amount', xdr.ScVal.scvU32(1), 'single'), 'escrow.amount'],
    ['unknown field', changed('extra', text('x')), 'escrow.extra'],
    ['memo, which there is not', changed('receiver_memo', i128(0n)), 'escrow.receiver_memo'],
    ['decimals, which there are not', changed('trustline.decimals', xdr.ScVal.scvU32(7)), 'escrow.trustline.decimals'],
    ['receiver among the roles', changed('roles.receiver', address(other)), 'escrow.roles.receiver'],
    ['missing title', changed('title', undefined), 'escrow.title'],
    ['missing receiver', changed('milestones.0.receiver', undefined), 'escrow.milestones[0].receiver'],
    ['single: the one amount', changed('amount', i128(1n), 'single'), 'amount'],
    ['single: a flag', changed('flags.disputed', bool(true), 'single'), 'flags.disputed'],
    ['single: an approval', changed('milestones.0.approved', bool(true), 'single'), 'milestones[0].flags.approved'],
    ['single: nobody is paid', changed('milestones.0.receiver', undefined, 'single'), 'milestones[0].receiver'],
    ['a multi-release escrow under the other name', { functionName: 'tw_new_single_release_escrow' }, 'escrow.amount'],
    ['source', { source: account(other) }, 'source account'],
    ['signer of the call', { deployer: other }, 'deployer'],
    ['code', { wasmHash: new Uint8Array(32).fill(1) }, 'contract code'],
    ['factory', { factory: fromFactory }, 'factory contract'],
    ['memo', { memo: xdr.Memo.memoId(1n) }, 'memo'],
  ])('%s', (_, parts, field) => {
    expect(fieldsOf(buildGenerationB(asked, parts))).toContain(field);
  });

  test('a request with a memo for the receiver, which this kind does not keep', () => {
    const wanted = request({ receiverMemo: 5 });
    expect(fieldsOf(buildGenerationB(wanted), wanted)).toEqual(['receiverMemo']);
  });

  test('constructor arguments', () => {
    const { contractAddress, functionName, args } = callOf(buildGenerationB(asked));
    const invocation = new xdr.InvokeContractArgs({
      contractAddress,
      functionName,
      args: [...args.slice(0, 5), xdr.ScVal.scvVec([xdr.ScVal.scvU32(1)])],
    });
    const envelope = buildGenerationB(asked, { invocation, auth: [withChildren(invocation, [])] });
    expect(fieldsOf(envelope)).toEqual(['constructor arguments']);
  });
});

describe('nothing rides along', () => {
  const plain = callOf(buildGenerationB(asked));
  const creation = (salt = SALT, code = WASM_HASH, more: xdr.ScVal[] = []) =>
    creationV2(asked.signer, salt, code, more);
  const theft = new xdr.SorobanAuthorizedInvocation({
    function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(
      new xdr.InvokeContractArgs({
        contractAddress: Address.fromString(sandbox.tokens[0]?.address as string).toScAddress(),
        functionName: 'transfer',
        args: [address(asked.signer), address(other), i128(1n)],
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
        address: Address.fromString(asked.signer).toScAddress(),
        nonce: 1n,
        signatureExpirationLedger: 9,
        signature: xdr.ScVal.scvVoid(),
      }),
    ),
    rootInvocation: withChildren(plain, []).rootInvocation,
  });

  test.each<[string, xdr.SorobanAuthorizationEntry[], string]>([
    ['no authorisation', [], 'authorisation'],
    ['two', [withChildren(plain, []), withChildren(plain, [])], 'authorisation'],
    ['one by itself', [byItself], 'authorisation.credentials'],
    ['one for another call', [withChildren(callOf(buildDeploy(asked)), [])], 'authorisation.root'],
    ['a payment below it', [withChildren(plain, [theft])], 'authorisation.creation'],
    [
      'a payment beside the creation',
      [withChildren(plain, [created(creation()), theft])],
      'authorisation.sub-invocations',
    ],
    ['a payment below the creation', [authorisation(plain, creation(), [theft])], 'authorisation.creation'],
    ['another salt', [authorisation(plain, creation(new Uint8Array(32)))], 'authorisation.creation.address'],
    ['other code', [authorisation(plain, creation(SALT, new Uint8Array(32)))], 'authorisation.creation.code'],
    [
      'constructor arguments',
      [authorisation(plain, creation(SALT, WASM_HASH, [xdr.ScVal.scvVoid()]))],
      'authorisation.creation.constructor arguments',
    ],
  ])('%s', (_, auth, field) => {
    expect(fieldsOf(buildGenerationB(asked, { auth, readWrite: [] }))).toContain(field);
  });

  test.each<[string, GenerationBParts, string]>([
    ['the signer’s tokens', { readWrite: [instanceOf(sandbox.tokens[0]?.address as string)] }, 'resources.writes'],
    ['the other derivation’s address', { readWrite: [instanceOf(fromSigner(asked.signer))] }, 'resources.writes'],
    ['another contract', { readOnly: [instanceOf(fromSigner(other))] }, 'resources.reads'],
    ['three strangers’ programs', { readOnly: [code(1), code(2), code(4)] }, 'resources.reads'],
    ['nothing at all', { ext: xdr.TransactionExt.v0() }, 'resources'],
    ['a fee above the transaction’s', { resourceFee: 99_000_000 }, 'resource fee'],
  ])('declared: %s', (_, parts, field) => {
    expect(fieldsOf(buildGenerationB(asked, parts))).toContain(field);
  });
});

describe('explained', () => {
  const told = (envelope: string, network: Network = sandbox) => {
    const { warnings, ...explained } = explainTransaction(envelope, network, NOW);
    return { ...explained, warnings: warnings.map(({ text }) => text) };
  };
  const shown = (envelope: string, label: string) => told(envelope).lines.find((line) => line.label === label)?.value;

  test('generation B by its kind, with each receiver', () => {
    const envelope = buildGenerationB(asked);
    const { heading, warnings } = told(envelope);
    expect(heading).toMatch(/^Creates an escrow of generation B, multi-release for “/);
    expect(heading).toContain(fromFactory);
    expect(warnings).toEqual([]);
    expect(shown(envelope, 'Milestone 1')).toBe(`10.5 USDC: Design (paid to ${asked.roles.receiver})`);
    expect(shown(envelope, 'Platform')).toBe(asked.roles.platformAddress);
    expect(shown(envelope, 'Total')).toBe('30.5000001 USDC');
  });

  test('with different receivers, a flag, an address that nothing confirms and a foreign authorisation', () => {
    const tree = escrowTree(asked) as Tree & { milestones: (Tree & { flags: Tree })[] };
    (tree.milestones[1] as Tree)['receiver'] = address(asked.signer);
    (tree.milestones[0] as { flags: Tree }).flags['released'] = bool(true);
    const { warnings } = told(buildGenerationB(asked, { tree, readWrite: [], auth: [] }));
    expect(warnings.join('\n')).toMatch(
      /milestone 1 is created as released already[\s\S]*authorisation[\s\S]*nothing in the transaction confirms[\s\S]*different receivers/,
    );
  });

  test('of a token that is not known: base units', () => {
    const wanted = request({ trustline: { address: token } });
    expect(shown(buildGenerationB(wanted), 'Total')).toBe('305000001 base units (the token’s decimals are not known)');
  });

  test('single-release of generation A is said to be what it is', () => {
    const tree = escrowTree(asked, 'single') as Tree & { roles: Tree; trustline: Tree; milestones: Tree[] };
    for (const milestone of tree.milestones) delete milestone['receiver'];
    tree.roles['platform_address'] = tree.roles['platform'] as Value;
    delete tree.roles['platform'];
    tree.roles['receiver'] = address(other);
    tree.trustline['decimals'] = xdr.ScVal.scvU32(10_000_000);
    tree['receiver_memo'] = i128(7n);
    const envelope = buildDeploy(asked, { escrow: encodeTree(tree) }, fromSigner(asked.signer));
    expect(told(envelope).heading).toMatch(/^Creates an escrow of generation A, single-release \(one amount/);
    expect(told(envelope).warnings).toEqual([]);
    expect(shown(envelope, 'Escrow address')).toBe(fromSigner(asked.signer));
    expect(shown(envelope, 'Milestone 1')).toBe('Design');
    expect(shown(envelope, 'Receiver memo')).toBe('7');
    // It is explained and never offered.
    expect(check(envelope).level).toBe('mismatch');
  });

  test('what calls a factory and cannot be read says why', () => {
    const { heading, warnings } = told(buildGenerationB(asked, { escrow: xdr.ScVal.scvVoid() }));
    expect(heading).toMatch(/^Not the deploy of an escrow/);
    expect(warnings[0]).toMatch(/^It calls tw_new_multi_release_escrow.*cannot be read as one: escrow .*scvVoid/);
  });

  test('on a network where nothing is pinned', () => {
    expect(told(buildGenerationB(asked), NETWORKS.testnet).warnings.slice(0, 3)).toEqual([
      expect.stringMatching(/factory is not pinned/),
      expect.stringMatching(/code is not pinned/),
      expect.stringMatching(/not known on testnet/),
    ]);
  });
});
