/** A valid request and the unsigned deploy that an honest service makes of it, each part of which a test may replace. */
import { Address, Keypair, SorobanDataBuilder, xdr } from '@stellar/stellar-sdk/base';
import { type DeployRequest, parseDeployRequest } from '../src/escrow/index.ts';
import { NETWORKS, type Network } from '../src/network.ts';
import { deployInvocation, encodeEscrow, escrowOfRequest } from '../src/transaction/index.ts';

export const sandbox: Network = NETWORKS.sandbox;
export const signerKey = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(7));
export const otherKey = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(8));
/** The moment at which the fixture's transactions are looked at, in seconds. */
export const NOW = 1_800_000_000;

export function requestInput(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    signer: signerKey.publicKey(),
    engagementId: 'engagement-1',
    title: 'Website für „Straße“ 🚀',
    description: 'Design and build\nin three steps',
    roles: {
      approver: signerKey.publicKey(),
      serviceProvider: otherKey.publicKey(),
      platformAddress: sandbox.tokens[0]?.issuer,
      release: signerKey.publicKey(),
      disputeResolver: otherKey.publicKey(),
      receiver: otherKey.publicKey(),
    },
    platformFee: 1.5,
    milestones: [
      { description: 'Design', amount: '10.5' },
      { description: 'Build', amount: 20 },
      { description: 'Launch', amount: '0.0000001' },
    ],
    trustline: { address: sandbox.tokens[0]?.address, decimals: 10_000_000 },
    ...changes,
  };
}

export const request = (changes?: Record<string, unknown>): DeployRequest => parseDeployRequest(requestInput(changes));

export type DeployParts = {
  source: xdr.MuxedAccount;
  operationSource: xdr.MuxedAccount | null;
  fee: number;
  sequence: bigint;
  condition: xdr.Preconditions;
  memo: xdr.Memo;
  escrow: xdr.ScVal;
  factory: string;
  wasmHash: Uint8Array;
  salt: Uint8Array;
  deployer: string;
  invocation: xdr.InvokeContractArgs;
  creation: xdr.SorobanAuthorizedFunction;
  creationChildren: xdr.SorobanAuthorizedInvocation[];
  auth: xdr.SorobanAuthorizationEntry[];
  readWrite: xdr.LedgerKey[];
  readOnly: xdr.LedgerKey[];
  resourceFee: number;
  ext: xdr.TransactionExt;
  operations: xdr.Operation[];
  signatures: xdr.DecoratedSignature[];
};

export const account = (address: string): xdr.MuxedAccount =>
  xdr.MuxedAccount.keyTypeEd25519(Keypair.fromPublicKey(address).rawPublicKey());

export const time = (minTime: number, maxTime: number): xdr.Preconditions =>
  xdr.Preconditions.precondTime(new xdr.TimeBounds({ minTime: BigInt(minTime), maxTime: BigInt(maxTime) }));

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

export const instanceOf = (contract: string): xdr.LedgerKey =>
  xdr.LedgerKey.contractData(
    new xdr.LedgerKeyContractData({
      contract: Address.fromString(contract).toScAddress(),
      key: xdr.ScVal.scvLedgerKeyContractInstance(),
      durability: xdr.ContractDataDurability.persistent,
    }),
  );

/** The envelope as base64. `network` is where the service believes it is. */
export function buildDeploy(asked: DeployRequest, changes: Partial<DeployParts> = {}, contractId?: string): string {
  const deployer = changes.deployer ?? asked.signer;
  const salt = changes.salt ?? new Uint8Array(32).fill(3);
  const wasmHash = changes.wasmHash ?? bytesOf(sandbox.wasmHash as string);
  const factory = changes.factory ?? (sandbox.factory as string);
  const escrow = changes.escrow ?? encodeEscrow(escrowOfRequest(asked));
  const invocation = changes.invocation ?? deployInvocation({ factory, deployer, wasmHash, salt, escrow });
  const creation = changes.creation ?? creationV2(deployer, salt, wasmHash);
  const auth = changes.auth ?? [authorisation(invocation, creation, changes.creationChildren)];
  const operation = new xdr.Operation({
    sourceAccount: changes.operationSource ?? null,
    body: xdr.OperationBody.invokeHostFunction(
      new xdr.InvokeHostFunctionOp({ hostFunction: xdr.HostFunction.hostFunctionTypeInvokeContract(invocation), auth }),
    ),
  });
  const data = new SorobanDataBuilder()
    .setReadOnly(changes.readOnly ?? [instanceOf(factory), codeOf(wasmHash)])
    .setReadWrite(changes.readWrite ?? (contractId === undefined ? [] : [instanceOf(contractId)]))
    .setResourceFee(changes.resourceFee ?? 50_000)
    .build();
  const transaction = new xdr.Transaction({
    sourceAccount: changes.source ?? account(asked.signer),
    fee: changes.fee ?? 50_100,
    seqNum: changes.sequence ?? 42n,
    cond: changes.condition ?? time(0, NOW + 100),
    memo: changes.memo ?? xdr.Memo.memoNone(),
    operations: changes.operations ?? [operation],
    ext: changes.ext ?? xdr.TransactionExt.sorobanData(data),
  });
  return xdr.TransactionEnvelope.envelopeTypeTx(
    new xdr.TransactionV1Envelope({ tx: transaction, signatures: changes.signatures ?? [] }),
  ).toXdr('base64');
}

const codeOf = (hash: Uint8Array): xdr.LedgerKey => xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash }));

export function creationV2(
  deployer: string,
  salt: Uint8Array,
  wasmHash: Uint8Array,
  constructorArgs: xdr.ScVal[] = [],
) {
  return xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeCreateContractV2HostFn(
    new xdr.CreateContractArgsV2({
      contractIdPreimage: xdr.ContractIdPreimage.contractIdPreimageFromAddress(
        new xdr.ContractIdPreimageFromAddress({ address: Address.fromString(deployer).toScAddress(), salt }),
      ),
      executable: xdr.ContractExecutable.contractExecutableWasm(wasmHash),
      constructorArgs,
    }),
  );
}

export function authorisation(
  invocation: xdr.InvokeContractArgs,
  creation: xdr.SorobanAuthorizedFunction,
  children: xdr.SorobanAuthorizedInvocation[] = [],
): xdr.SorobanAuthorizationEntry {
  return new xdr.SorobanAuthorizationEntry({
    credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
    rootInvocation: new xdr.SorobanAuthorizedInvocation({
      function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(invocation),
      subInvocations: [new xdr.SorobanAuthorizedInvocation({ function: creation, subInvocations: children })],
    }),
  });
}

/** Signs an envelope as a wallet would, for the network of `passphrase`. */
export function sign(
  envelopeXdr: string,
  keys: readonly Keypair[],
  digest: (transaction: xdr.Transaction) => Uint8Array,
): string {
  const envelope = xdr.TransactionEnvelope.fromXdr(envelopeXdr, 'base64');
  if (envelope.type !== 'envelopeTypeTx') throw new TypeError('a v1 envelope is signed here');
  const signatures = keys.map((key) => key.signDecorated(digest(envelope.v1.tx)));
  return xdr.TransactionEnvelope.envelopeTypeTx(
    new xdr.TransactionV1Envelope({ tx: envelope.v1.tx, signatures: [...envelope.v1.signatures, ...signatures] }),
  ).toXdr('base64');
}
