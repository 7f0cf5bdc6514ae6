/**
 * Answers with the wire shapes of the real Stellar RPC for a network of a test's own making: field names, numbers as
 * texts where the real server has them so, and what it leaves out. Sources: github.com/stellar/stellar-rpc (its
 * methods and their limiters) and the protocol types in github.com/stellar/go-stellar-sdk/protocols/rpc.
 *
 * The XDR inside is what such a network would say of the very transaction that it is asked about.
 */
import { createHash } from 'node:crypto';
import { NETWORKS } from '@countersign/core/network';
import { tokenInstance } from '@countersign/sandbox-ledger/internal/contracts/token';
import { contractInstance, ledgerEntry, newAccount } from '@countersign/sandbox-ledger/internal/entries';
import { instanceKey, keyOf, keyText } from '@countersign/sandbox-ledger/internal/keys';
import { readEnvelope } from '@countersign/sandbox-ledger/internal/transaction/envelope';
import { simulateTransaction } from '@countersign/sandbox-ledger/internal/transaction/simulate';
import { Asset, hash, type Keypair, SorobanDataBuilder, StrKey, xdr } from '@stellar/stellar-sdk/base';
import type { Answer, Params } from './rpc-server.ts';

const { passphrase, tokens } = NETWORKS.testnet;
const networkId = hash(passphrase);
const LATEST = 1_204_511;

const madeAddress = (name: string) => StrKey.encodeContract(createHash('sha256').update(name).digest());

/** The real network that the tests stand on: testnet, with a factory of their own. */
export const TESTNET = {
  ...NETWORKS.testnet,
  factory: madeAddress('factory'),
  // The code that the embedded host knows how to run.
  wasmHash: NETWORKS.sandbox.wasmHash,
};
/** A token that is a contract of its own, not an issued asset. */
export const OWN_TOKEN = madeAddress('token');

const [usdc] = tokens;

/** What is on it: the factory, USDC's contract, a token of its own kind, and `signer` with a sequence number. */
function entriesOf(signer: Keypair): Map<string, xdr.LedgerEntryData> {
  const entries = [
    contractInstance(
      TESTNET.factory,
      xdr.ContractExecutable.contractExecutableWasm(Buffer.from(TESTNET.wasmHash, 'hex')),
      [],
    ),
    contractInstance(OWN_TOKEN, xdr.ContractExecutable.contractExecutableWasm(new Uint8Array(32).fill(1)), []),
    tokenInstance(new Asset(usdc.code, usdc.issuer), passphrase),
    newAccount(signer.publicKey(), 100_000_000n, 5_173_325_824_000_000n),
  ];
  return new Map(entries.map((data) => [keyText(keyOf(data)), data]));
}

export const getNetwork = (of: string = passphrase): Answer => ({
  result: { friendbotUrl: 'https://friendbot.stellar.org/', passphrase: of, protocolVersion: 25 },
});

/** @param p90 what nine of ten contract calls paid at most, in stroops */
export const feeStats = (p90: string): Answer => ({
  result: {
    sorobanInclusionFee: { ...distribution('100'), p90 },
    inclusionFee: distribution('100'),
    latestLedger: LATEST,
  },
});

const distribution = (fee: string) => ({
  max: fee,
  min: fee,
  mode: fee,
  ...Object.fromEntries([10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99].map((percentile) => [`p${percentile}`, fee])),
  transactionCount: '417',
  ledgerCount: 50,
});

/** `getLedgerEntries` and `simulateTransaction` of a network where all is well. */
export function usualAnswers(signer: Keypair, more: readonly xdr.LedgerEntryData[] = []) {
  const entries = entriesOf(signer);
  for (const data of more) entries.set(keyText(keyOf(data)), data);
  return {
    getNetwork: [getNetwork()],
    getFeeStats: [feeStats('2511')],
    getLedgerEntries: [
      ({ keys }: Params): Answer => ({
        result: {
          entries: (keys as string[]).flatMap((key) => {
            const data = entries.get(key);
            if (data === undefined) return [];
            return {
              key,
              xdr: data.toXdr('base64'),
              lastModifiedLedgerSeq: LATEST - 90_000,
              ...(data.type === 'contractData' ? { liveUntilLedgerSeq: LATEST + 2_000_000 } : {}),
              extXdr: 'AAAAAA==',
            };
          }),
          latestLedger: LATEST,
        },
      }),
    ],
    simulateTransaction: [({ transaction }: Params) => ({ result: simulated(entries, transaction as string) })],
  };
}

/** The resource fee that the network asks, in stroops: less than what the transaction data says, or more. */
export const MIN_RESOURCE_FEE = 9_876_543n;

function simulated(entries: ReadonlyMap<string, xdr.LedgerEntryData>, transaction: string) {
  const simulation = simulateTransaction(readEnvelope(transaction, networkId), {
    read: (key) => {
      const data = entries.get(key);
      return data && { data, modified: LATEST };
    },
    networkId,
    sequence: LATEST + 1,
  });
  if ('error' in simulation) return { error: simulation.error, latestLedger: LATEST };
  const { call, transactionData } = simulation;
  if (call === undefined) throw new TypeError('only calls are simulated here');
  const { returnValue, auth, events, writes } = call;
  return {
    transactionData: transactionData.toXdr('base64'),
    events: events.map((event) => new xdr.DiagnosticEvent({ inSuccessfulContractCall: true, event }).toXdr('base64')),
    minResourceFee: String(MIN_RESOURCE_FEE),
    results: [{ auth: auth.map((entry) => entry.toXdr('base64')), xdr: returnValue.toXdr('base64') }],
    stateChanges: writes.map(({ after }) => ({
      type: 'created',
      key: keyOf(after).toXdr('base64'),
      before: null,
      after: ledgerEntry(after, LATEST + 1).toXdr('base64'),
    })),
    latestLedger: LATEST,
  };
}

/** What a simulation has besides, once archived entries must come back first, as servers before protocol 23 answer. */
export const RESTORE = {
  transactionData: new SorobanDataBuilder()
    .setReadWrite([instanceKey(TESTNET.factory)])
    .setResourceFee(271_828)
    .build()
    .toXdr('base64'),
  minResourceFee: '271828',
};
export const needsRestore =
  (signer: Keypair) =>
  ({ transaction }: Params): Answer => ({
    result: { ...simulated(entriesOf(signer), transaction as string), restorePreamble: RESTORE },
  });

/** A simulation that failed: its event log follows the first line. */
export const simulationError = (error: string): Answer => ({
  result: {
    error: `${error}\n\nEvent log (newest first):\n   0: [Diagnostic Event] contract:${TESTNET.factory}, topics:[error], data:"escalating error to VM trap from failed host function call: call"\n`,
    events: [],
    latestLedger: LATEST,
  },
});

export const contractSays = (value: xdr.ScVal, minResourceFee = '1'): Answer => ({
  result: {
    transactionData: new SorobanDataBuilder().setResourceFee(1).build().toXdr('base64'),
    minResourceFee,
    results: [{ auth: [], xdr: value.toXdr('base64') }],
    latestLedger: LATEST,
  },
});

type SendStatus = 'PENDING' | 'DUPLICATE' | 'TRY_AGAIN_LATER' | 'ERROR';

export function sent(status: SendStatus, error: { result?: xdr.TransactionResultResult; events?: string[] } = {}) {
  return ({ transaction }: Params): Answer => ({
    result: {
      ...(error.result === undefined ? {} : { errorResultXdr: resultXdr(error.result) }),
      ...(error.events === undefined ? {} : { diagnosticEventsXdr: error.events }),
      status,
      hash: readEnvelope(transaction as string, networkId).hashHex,
      latestLedger: LATEST,
      latestLedgerCloseTime: '1717243200',
    },
  });
}

const ledgers = (closeTime: number) => ({
  latestLedger: LATEST + 2,
  latestLedgerCloseTime: String(closeTime),
  oldestLedger: LATEST - 120_960,
  oldestLedgerCloseTime: '1716638400',
});

/** @param closeTime of the latest ledger, in epoch seconds */
export const notFound =
  (closeTime = 0) =>
  ({ hash: asked }: Params): Answer => ({
    result: {
      ...ledgers(closeTime),
      status: 'NOT_FOUND',
      txHash: asked,
      applicationOrder: 0,
      feeBump: false,
      events: {},
      ledger: 0,
      createdAt: '0',
    },
  });

/** As it is in a ledger, with the result of its simulation. */
export function succeeded(signedXdr: string, signer: Keypair): Answer {
  const { results } = simulated(entriesOf(signer), signedXdr);
  const returnValue = xdr.ScVal.fromXdr(results?.[0]?.xdr as string, 'base64');
  const result = xdr.TransactionResultResult.txSuccess([
    xdr.OperationResult.opInner(
      xdr.OperationResultTr.invokeHostFunction(
        xdr.InvokeHostFunctionResult.invokeHostFunctionSuccess(new Uint8Array(32)),
      ),
    ),
  ]);
  return included(signedXdr, 'SUCCESS', result, returnValue);
}

/** As it is in a ledger, and failed. @param diagnostics base64 */
export function failedOf(signedXdr: string, diagnostics: readonly string[]): Answer {
  const result = xdr.TransactionResultResult.txFailed([
    xdr.OperationResult.opInner(
      xdr.OperationResultTr.invokeHostFunction(xdr.InvokeHostFunctionResult.invokeHostFunctionTrapped()),
    ),
  ]);
  return included(signedXdr, 'FAILED', result, null, diagnostics);
}

function included(
  signedXdr: string,
  status: 'SUCCESS' | 'FAILED',
  result: xdr.TransactionResultResult,
  returnValue: xdr.ScVal | null,
  diagnosticEventsXdr: readonly string[] = [],
): Answer {
  const { hashHex } = readEnvelope(signedXdr, networkId);
  const meta = new xdr.TransactionMetaV4({
    ext: xdr.ExtensionPoint.v0(),
    txChangesBefore: [],
    operations: [],
    txChangesAfter: [],
    sorobanMeta:
      returnValue && new xdr.SorobanTransactionMetaV2({ ext: xdr.SorobanTransactionMetaExt.v0(), returnValue }),
    events: [],
    diagnosticEvents: [],
  });
  return {
    result: {
      ...ledgers(0),
      status,
      txHash: hashHex,
      applicationOrder: 3,
      feeBump: false,
      envelopeXdr: signedXdr,
      resultXdr: resultXdr(result),
      resultMetaXdr: xdr.TransactionMeta.v4(meta).toXdr('base64'),
      diagnosticEventsXdr,
      events: { transactionEventsXdr: [], contractEventsXdr: [[]] },
      ledger: LATEST + 1,
      createdAt: '1717243205',
    },
  };
}

function resultXdr(result: xdr.TransactionResultResult): string {
  return new xdr.TransactionResult({ feeCharged: 112_233n, result, ext: xdr.TransactionResultExt.v0() }).toXdr(
    'base64',
  );
}

/** An error among diagnostic events, with its text first in a list, as the host writes it. */
export function errorEvent(error: xdr.ScError, text: string): string {
  return new xdr.DiagnosticEvent({
    inSuccessfulContractCall: false,
    event: new xdr.ContractEvent({
      ext: xdr.ExtensionPoint.v0(),
      contractId: null,
      type: xdr.ContractEventType.diagnostic,
      body: xdr.ContractEventBody.v0(
        new xdr.ContractEventV0({
          topics: [xdr.ScVal.scvSymbol('error'), xdr.ScVal.scvError(error)],
          data: xdr.ScVal.scvVec([xdr.ScVal.scvString(text), xdr.ScVal.scvU32(1)]),
        }),
      ),
    }),
  }).toXdr('base64');
}
