/** A stranger's text in every place from which one can come: transactions, the service's replies, our own errors. */
import { Address, xdr } from '@stellar/stellar-sdk/base';
import { preparedView } from '../src/desk/prepared-view.ts';
import type { Prepared, Settlement, TransactionStatus } from '../src/desk/results.ts';
import { settlementFrom } from '../src/desk/settlement-from.ts';
import { type CountersignError, toCountersignError } from '../src/errors.ts';
import { parseDeployRequest } from '../src/escrow/index.ts';
import { replyError } from '../src/service/failure.ts';
import { deployReplySchema, parseReply } from '../src/service/parse-reply.ts';
import { sendOutcome } from '../src/service/send-outcome.ts';
import {
  type Explanation,
  encodeEscrow,
  escrowOfRequest,
  explainTransaction,
  readTransaction,
} from '../src/transaction/index.ts';
import { account, buildDeploy, NOW, otherKey, request, requestInput, sandbox } from './deploy-fixture.ts';

/** How much of a text a contract's string may take; the envelope has its own limit. */
const LONGEST_ON_CHAIN = 1_200;
const HANDLE = { id: 'a'.repeat(32), pageId: 'b'.repeat(32), request: request() };

/** A deploy whose every text is this one, as a service might send it though nobody asked for such. */
function deployOf(text: string, milestones = 3): string {
  const asked = request();
  const cut = text.slice(0, LONGEST_ON_CHAIN).toWellFormed();
  const [milestone] = escrowOfRequest(asked).milestones;
  if (milestone === undefined) throw new TypeError('the fixture has milestones');
  const escrow = encodeEscrow({
    ...escrowOfRequest(asked),
    engagementId: cut,
    title: cut,
    description: cut,
    milestones: Array.from({ length: milestones }, () => ({ ...milestone, description: cut })),
  });
  return buildDeploy(asked, { escrow });
}

/** That deploy as the desk hands one out. */
export function preparedOf(text: string, milestones?: number, reasons: readonly string[] = []): Prepared {
  const unsignedXdr = deployOf(text, milestones);
  const hash = readTransaction(unsignedXdr, sandbox.passphrase).hashHex;
  return preparedView({ network: sandbox, signUrl: (page) => `http://127.0.0.1:1/sign/${page}` }, HANDLE, {
    unsignedXdr,
    hash,
    reasons,
  });
}

/** What the service may say of a sending, with the text as its words, its address and its whole escrow. */
export function settlementsOf(text: string): Settlement[] {
  const offer = { hash: 'f'.repeat(64), contractId: Address.contract(new Uint8Array(32)).toString() };
  const escrow = { title: text, [text]: text, list: Array(50).fill(text), deep: { deep: { deep: [[text]] } } };
  const replies: [number, unknown][] = [
    [200, { status: 'SUCCESS', message: text, contractId: text, escrow }],
    [200, { status: text, message: text }],
    [400, { message: `txBadSeq ${text}`, error: text, statusCode: 400 }],
    [500, { error: { message: text, detail: [text, text] } }],
    [503, { message: [text, `${text}x`] }],
  ];
  return replies.map(([status, value]) =>
    settlementFrom(
      sendOutcome({ kind: 'reply', status, body: { kind: 'json', value } } as Parameters<typeof sendOutcome>[0]),
      offer,
      false,
    ),
  );
}

/** The status that a page and a card show of each. */
export function statusesOf(text: string): TransactionStatus[] {
  return settlementsOf(text).map(({ status, transactionHash, message, detail, next }) => ({
    id: HANDLE.id,
    status,
    network: 'sandbox',
    contractId: Address.contract(new Uint8Array(32)).toString(),
    transactionHash,
    expiresAt: new Date((NOW + 100) * 1_000).toISOString(),
    message,
    ...(detail === undefined ? {} : { detail }),
    next,
  }));
}

/** Errors that hold the text: the service's words, our words on a request that holds it, odd names of fields. */
export function errorsOf(text: string): CountersignError[] {
  const reply = (status: number, value: unknown) =>
    ({ status, body: { kind: 'json', value } }) as Parameters<typeof replyError>[0];
  const thrown = (work: () => unknown): CountersignError[] => {
    try {
      work();
      return [];
    } catch (error) {
      return [toCountersignError(error)];
    }
  };
  const milestone = { description: text, amount: text };
  return [
    ...[400, 401, 404, 422, 429, 500].map((status) => replyError(reply(status, { message: text, error: [text] }))),
    ...thrown(() =>
      parseReply(reply(200, { status: text, unsignedTransaction: '', message: text }), deployReplySchema),
    ),
    ...thrown(() =>
      parseDeployRequest(
        requestInput({ signer: text, title: `${text}\u202e`, [text]: text, platformFee: text }),
        sandbox,
      ),
    ),
    ...thrown(() =>
      parseDeployRequest(
        requestInput({
          roles: { [text]: text },
          milestones: [milestone, { [text]: 1 }],
          trustline: { address: text, decimals: text },
        }),
        sandbox,
      ),
    ),
    ...thrown(() => parseDeployRequest(text, sandbox)),
  ];
}

/** Envelopes that nobody here made, with the text in every place that takes one. */
export function envelopesOf(text: string): string[] {
  const bytes = new TextEncoder().encode(text.toWellFormed());
  const short = (length: number) => bytes.subarray(0, length);
  const padded = (length: number) => Uint8Array.from({ length }, (_, index) => bytes[index] ?? 0);
  const issuer = xdr.PublicKey.publicKeyTypeEd25519(otherKey.rawPublicKey());
  const asset = xdr.Asset.assetTypeCreditAlphanum12(new xdr.AlphaNum12({ assetCode: padded(12), issuer }));
  const operation = (body: xdr.OperationBody) => new xdr.Operation({ sourceAccount: null, body });
  const values = [
    xdr.ScVal.scvString(short(2_000) as never),
    xdr.ScVal.scvSymbol(short(32) as never),
    xdr.ScVal.scvBytes(short(100)),
    xdr.ScVal.scvMap([
      new xdr.ScMapEntry({
        key: xdr.ScVal.scvSymbol(short(32) as never),
        val: xdr.ScVal.scvString(short(300) as never),
      }),
    ]),
    xdr.ScVal.scvVec([xdr.ScVal.scvString(short(300) as never)]),
  ];
  const contract = Address.contract(new Uint8Array(32).fill(5)).toScAddress();
  const call = (functionName: Uint8Array, args: xdr.ScVal[]) =>
    operation(
      xdr.OperationBody.invokeHostFunction(
        new xdr.InvokeHostFunctionOp({
          hostFunction: xdr.HostFunction.hostFunctionTypeInvokeContract(
            new xdr.InvokeContractArgs({ contractAddress: contract, functionName: functionName as never, args }),
          ),
          auth: [],
        }),
      ),
    );
  const classic = [
    operation(
      xdr.OperationBody.manageData(
        new xdr.ManageDataOp({ dataName: short(64) as never, dataValue: short(64) as never }),
      ),
    ),
    operation(
      xdr.OperationBody.payment(new xdr.PaymentOp({ destination: account(otherKey.publicKey()), asset, amount: 10n })),
    ),
    operation(
      xdr.OperationBody.setOptions(
        new xdr.SetOptionsOp({
          inflationDest: null,
          clearFlags: null,
          setFlags: null,
          masterWeight: null,
          lowThreshold: null,
          medThreshold: null,
          highThreshold: null,
          signer: null,
          homeDomain: short(32) as never,
        }),
      ),
    ),
  ];
  const memo = xdr.Memo.memoText(short(28) as never);
  const ext = xdr.TransactionExt.v0();
  return [
    deployOf(text),
    buildDeploy(request(), {
      escrow: xdr.ScVal.scvMap([
        new xdr.ScMapEntry({
          key: xdr.ScVal.scvSymbol(short(32) as never),
          val: xdr.ScVal.scvString(short(50) as never),
        }),
      ]),
    }),
    buildDeploy(request(), { operations: [call(short(32), values)], memo }),
    buildDeploy(request(), { operations: [call(new TextEncoder().encode('deploy'), values)], memo }),
    buildDeploy(request(), { operations: classic, memo, ext }),
  ];
}

export function explanationsOf(text: string): Explanation[] {
  return envelopesOf(text).map((envelope) => explainTransaction(envelope, sandbox, NOW));
}
