/** The unsigned deploy of generation B that a service makes of a request, each part of which a test may replace. */
import { Address, xdr } from '@stellar/stellar-sdk/base';
import type { DeployRequest } from '../src/escrow/index.ts';
import { contractIdFor, escrowOfRequest } from '../src/transaction/index.ts';
import { authorisation, buildDeploy, creationV2, type DeployParts, instanceOf, sandbox } from './deploy-fixture.ts';

export type Value = xdr.ScVal | { readonly [key: string]: Value } | readonly Value[];
export type Tree = { [key: string]: Value };

export const text = (value: string) => xdr.ScVal.scvString(value);
export const address = (value: string) => Address.fromString(value).toScVal();
export const i128 = (value: bigint) =>
  xdr.ScVal.scvI128(new xdr.Int128Parts({ hi: value >> 64n, lo: value & 0xffff_ffff_ffff_ffffn }));
export const bool = (value: boolean) => xdr.ScVal.scvBool(value);

/** The escrow as a tree of fields, in which a test changes one. */
export function escrowTree(asked: DeployRequest, release: 'multi' | 'single' = 'multi'): Tree {
  const escrow = escrowOfRequest(asked);
  const { roles } = escrow;
  const total = escrow.milestones.reduce((sum, { amount }) => sum + amount, 0n);
  const untouched = { disputed: bool(false), released: bool(false), resolved: bool(false) };
  return {
    description: text(escrow.description),
    engagement_id: text(escrow.engagementId),
    milestones: escrow.milestones.map(({ amount, description }) => ({
      description: text(description),
      evidence: text(''),
      status: text('pending'),
      receiver: address(roles.receiver),
      ...(release === 'single'
        ? { approved: bool(false) }
        : { amount: i128(amount), flags: { ...untouched, approved: bool(false) } }),
    })),
    platform_fee: xdr.ScVal.scvU32(escrow.platformFee),
    roles: {
      approver: address(roles.approver),
      dispute_resolver: address(roles.disputeResolver),
      platform: address(roles.platformAddress),
      release_signer: address(roles.releaseSigner),
      service_provider: address(roles.serviceProvider),
    },
    title: text(escrow.title),
    trustline: { address: address(escrow.trustline.address) },
    ...(release === 'single' ? { amount: i128(total), flags: untouched } : {}),
  };
}

/** The tree as the contract's argument: structs in alphabetical order. */
export function encodeTree(value: Value): xdr.ScVal {
  if (Array.isArray(value)) return xdr.ScVal.scvVec(value.map(encodeTree));
  if (xdr.ScVal.is(value)) return value;
  const fields = value as Tree;
  return xdr.ScVal.scvMap(
    Object.keys(fields)
      .sort()
      .map((key) => new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol(key), val: encodeTree(fields[key] as Value) })),
  );
}

export const SALT = new Uint8Array(32).fill(3);
export const WASM_HASH = Uint8Array.from(Buffer.from(sandbox.wasmHash as string, 'hex'));
/** Where generation B puts the escrow of the fixture, and where its interim build did. */
export const fromFactory = contractIdFor(sandbox.factory as string, SALT, sandbox.passphrase);
export const fromSigner = (signer: string) => contractIdFor(signer, SALT, sandbox.passphrase);

export type GenerationBParts = Partial<DeployParts> & {
  readonly release?: 'multi' | 'single';
  readonly tree?: Tree;
  readonly functionName?: string;
  /** As the interim build did it: the creation is authorised by the signer. */
  readonly interim?: boolean;
};

export function buildGenerationB(asked: DeployRequest, changes: GenerationBParts = {}): string {
  const { release = 'multi', tree, functionName, interim = false, ...parts } = changes;
  const factory = parts.factory ?? (sandbox.factory as string);
  const deployer = parts.deployer ?? asked.signer;
  const invocation =
    parts.invocation ??
    new xdr.InvokeContractArgs({
      contractAddress: Address.fromString(factory).toScAddress(),
      functionName: functionName ?? `tw_new_${release}_release_escrow`,
      args: [
        address(deployer),
        xdr.ScVal.scvBytes(parts.wasmHash ?? WASM_HASH),
        xdr.ScVal.scvBytes(parts.salt ?? SALT),
        xdr.ScVal.scvSymbol('initialize_escrow'),
        xdr.ScVal.scvVec([parts.escrow ?? encodeTree(tree ?? escrowTree(asked, release))]),
        xdr.ScVal.scvVec([]),
      ],
    });
  return buildDeploy(asked, {
    invocation,
    auth: [interim ? authorisation(invocation, creationV2(deployer, SALT, WASM_HASH)) : withChildren(invocation, [])],
    readWrite: [instanceOf(interim ? fromSigner(deployer) : fromFactory)],
    ...parts,
  });
}

/** An authorisation by the source account for a call, with anything below it. */
export function withChildren(
  invocation: xdr.InvokeContractArgs,
  subInvocations: xdr.SorobanAuthorizedInvocation[],
): xdr.SorobanAuthorizationEntry {
  return new xdr.SorobanAuthorizationEntry({
    credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
    rootInvocation: new xdr.SorobanAuthorizedInvocation({
      function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(invocation),
      subInvocations,
    }),
  });
}

/** The call that an envelope makes. */
export function callOf(envelope: string): xdr.InvokeContractArgs {
  const read = xdr.TransactionEnvelope.fromXdr(envelope, 'base64');
  const body = read.type === 'envelopeTypeTx' ? read.v1.tx.operations[0]?.body : undefined;
  if (body?.type !== 'invokeHostFunction') throw new TypeError('a contract call is read here');
  const { hostFunction } = body.invokeHostFunctionOp;
  if (hostFunction.type !== 'hostFunctionTypeInvokeContract') throw new TypeError('a contract call is read here');
  return hostFunction.invokeContract;
}
