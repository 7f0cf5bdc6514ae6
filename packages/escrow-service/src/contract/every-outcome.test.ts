/** What a send makes of each answer of the network, in each order: its outcome, and what it asked. */
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startStandIn } from '@countersign/testkit/service/stand-in';
import { Account, Asset, Operation, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { afterAll, expect, test } from 'vitest';
import { connectNetwork, type PinnedNetwork } from './call.ts';
import { Refusal, refusalOf } from './refusal.ts';
import { settleSigned } from './send.ts';

type Answer =
  | { readonly result: object }
  | { readonly error: object }
  | { readonly http: number; readonly after?: string }
  | 'broken'
  | 'text';
type Script = {
  readonly send: readonly Answer[];
  readonly get?: readonly Answer[];
  readonly maxTime?: number;
  readonly sendMs?: number;
};
let script: Script;
let asked: string[] = [];

const rpc = await startStandIn((response, { body }) => {
  const { method, id } = JSON.parse(body);
  const answers = (method === 'sendTransaction' ? script.send : script.get) ?? [];
  const answer = answers[Math.min(asked.filter((each) => each === method).length, answers.length - 1)];
  asked.push(method);
  if (answer === 'broken' || answer === undefined) throw new Error('broken');
  if (answer === 'text') return response.end('no JSON');
  if ('http' in answer)
    return response.writeHead(answer.http, answer.after === undefined ? {} : { 'Retry-After': answer.after }).end('{}');
  return response
    .writeHead(200, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});
afterAll(() => rpc.close());

const { txBadSeq, txTooLate, txFailed, txInternalError, txBadAuth } = xdr.TransactionResultResult;
const resultOf = (result: xdr.TransactionResultResult) =>
  new xdr.TransactionResult({ feeCharged: 100n, result, ext: xdr.TransactionResultExt.v0() });
const trapped = txFailed([
  xdr.OperationResult.opInner(
    xdr.OperationResultTr.invokeHostFunction(xdr.InvokeHostFunctionResult.invokeHostFunctionTrapped()),
  ),
]);
const unpaid = txFailed([
  xdr.OperationResult.opInner(xdr.OperationResultTr.payment(xdr.PaymentResult.paymentUnderfunded())),
]);
const outside = txFailed([xdr.OperationResult.opNoAccount()]);
const eventOf = (topics: xdr.ScVal[], data: xdr.ScVal) =>
  new xdr.DiagnosticEvent({
    inSuccessfulContractCall: false,
    event: new xdr.ContractEvent({
      ext: xdr.ExtensionPoint.v0(),
      contractId: null,
      type: xdr.ContractEventType.diagnostic,
      body: xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics, data })),
    }),
  });
const text = xdr.ScVal.scvString;
const errorTopics = (error: xdr.ScError) => [xdr.ScVal.scvSymbol('error'), xdr.ScVal.scvError(error)];
const ofContract = eventOf(errorTopics(xdr.ScError.sceContract(13)), text('missing'));
const ofBudget = eventOf(
  errorTopics(xdr.ScError.sceBudget(xdr.ScErrorCode.scecExceededLimit)),
  xdr.ScVal.scvVec([text('operation exceeds\nthe limit'), xdr.ScVal.scvU32(1)]),
);

const send = (status: string, more: object = {}): Answer => ({
  result: { status, hash: 'ab', latestLedger: 10, latestLedgerCloseTime: '100', ...more },
});
const refused = (result: xdr.TransactionResultResult, more: object = {}) =>
  send('ERROR', { errorResultXdr: resultOf(result).toXdr('base64'), ...more });
const found = (status: string, more: object = {}): Answer => ({
  result: {
    status,
    latestLedger: 10,
    latestLedgerCloseTime: '100',
    oldestLedger: 1,
    oldestLedgerCloseTime: '0',
    ...more,
  },
});
const failed = (result: xdr.TransactionResultResult, ...events: xdr.DiagnosticEvent[]) =>
  found('FAILED', {
    resultXdr: resultOf(result).toXdr('base64'),
    diagnosticEventsXdr: events.map((event) => event.toXdr('base64')),
  });
const code = (number: number): Answer => ({ error: { code: number, message: 'words of the server' } });
const pending = send('PENDING');
const absent = found('NOT_FOUND');
const done = found('SUCCESS');
const at = (time: number, more: object = {}) => found('NOT_FOUND', { latestLedgerCloseTime: `${time}`, ...more });

const SCRIPTS: readonly (readonly [title: string, script: Script])[] = [
  ['taken and done', { send: [pending], get: [done] }],
  ['known already and done', { send: [send('DUPLICATE')], get: [done] }],
  ['done at the third look', { send: [pending], get: [absent, absent, done] }],
  ['looked up without an answer, then done', { send: [pending], get: ['broken', { http: 500 }, 'text', done] }],
  ['an outcome of another kind, then done', { send: [pending], get: [found('ODD'), done] }],
  ['failed by a contract', { send: [pending], get: [failed(trapped, ofContract)] }],
  ['failed by the host', { send: [pending], get: [failed(trapped, ofBudget)] }],
  ['failed without a reason', { send: [pending], get: [failed(unpaid)] }],
  ['failed outside of the operation', { send: [pending], get: [failed(outside)] }],
  ['failed with a result that cannot be read', { send: [pending], get: [found('FAILED', { resultXdr: 'AAAA' })] }],
  ['failed with no result', { send: [pending], get: [found('FAILED')] }],
  [
    'failed with an event that cannot be read',
    {
      send: [pending],
      get: [
        found('FAILED', {
          resultXdr: resultOf(unpaid).toXdr('base64'),
          diagnosticEventsXdr: ['####', ofBudget.toXdr('base64')],
        }),
      ],
    },
  ],
  ['never found, at its last second', { send: [pending], get: [at(150), at(150), at(151), at(151)], maxTime: 150 }],
  ['never found, without an end', { send: [pending], get: [at(9_999_999_999)], maxTime: 0, sendMs: 150 }],
  [
    'never found, by a server that forgot',
    { send: [pending], get: [at(151, { oldestLedger: 12 })], maxTime: 150, sendMs: 150 },
  ],
  [
    'never found, by one that has just what is needed',
    { send: [pending], get: [at(151, { oldestLedger: 11 })], maxTime: 150 },
  ],
  ['refused', { send: [refused(txBadAuth())], get: [absent] }],
  [
    'refused, with a reason',
    { send: [refused(txInternalError(), { diagnosticEventsXdr: [ofBudget.toXdr('base64')] })], get: [absent] },
  ],
  ['refused, and yet done', { send: [refused(txTooLate())], get: [done] }],
  ['refused, and yet failed', { send: [refused(txTooLate())], get: [failed(trapped, ofContract)] }],
  ['refused, without a result', { send: [send('ERROR')], get: [absent] }],
  ['refused for its sequence number, and found late', { send: [refused(txBadSeq())], get: [absent, absent, done] }],
  ['refused for its sequence number', { send: [refused(txBadSeq())], get: [absent, absent, absent, done] }],
  ['busy once', { send: [send('TRY_AGAIN_LATER'), pending], get: [done] }],
  ['busy all the time', { send: [send('TRY_AGAIN_LATER')], get: [absent] }],
  ['busy all the time, and yet done', { send: [send('TRY_AGAIN_LATER')], get: [done] }],
  ['answered by a status of another kind', { send: [send('ODD')], get: [done] }],
  ['a broken connection, then taken', { send: ['broken', pending], get: [done] }],
  ['a broken connection, then refused', { send: ['broken', refused(txBadAuth())], get: [absent] }],
  ['a broken connection, then busy', { send: ['broken', send('TRY_AGAIN_LATER')], get: [absent] }],
  ['a broken connection, then refused, and yet done', { send: ['broken', refused(txBadSeq())], get: [done] }],
  ['only broken connections', { send: ['broken'] }],
  ['too many requests, then refused', { send: [{ http: 429 }, refused(txBadAuth())], get: [absent] }],
  ...[301, 400, 401, 403, 404, 408, 413, 425, 429, 499, 500, 503].map(
    (http) => [`HTTP status ${http}`, { send: [{ http }] }] as const,
  ),
  ['too many requests for a while', { send: [{ http: 429, after: '0' }, pending], get: [done] }],
  ['too many requests for longer than there is', { send: [{ http: 429, after: '90' }, pending], get: [done] }],
  ...[-32700, -32600, -32601, -32602, -32603, -32000].map(
    (number) => [`error ${number}`, { send: [code(number)] }] as const,
  ),
  ['no JSON', { send: ['text'] }],
];

async function outcomeOf({ maxTime = 150, sendMs = 60_000 }: Script): Promise<string> {
  const transaction = new TransactionBuilder(new Account(sandboxKeypair('client').publicKey(), '0'), {
    fee: '100',
    networkPassphrase: NETWORKS.sandbox.passphrase,
    timebounds: { minTime: 0, maxTime },
  })
    .addOperation(
      Operation.payment({ destination: sandboxKeypair('provider').publicKey(), asset: Asset.native(), amount: '1' }),
    )
    .build();
  transaction.sign(sandboxKeypair('client'));
  const patience = { answerMs: 30_000, readMs: 60_000, sendMs, pausesMs: [1, 1, 1], pollMs: 1 };
  const on = connectNetwork(NETWORKS.sandbox as PinnedNetwork, rpc.url, () => 100_000, patience);
  try {
    await settleSigned(on, transaction);
    return 'settled';
  } catch (error) {
    const { name, message } = error as Error;
    return error instanceof Refusal
      ? `refused, contract error ${error.contractError ?? 'none'}: ${message}`
      : `${(error as object).constructor.name === 'NetworkTrouble' ? 'trouble' : name}: ${message}`;
  }
}

test('reports an outcome only where the network states it', async () => {
  const lines: string[] = [];
  for (const [title, each] of SCRIPTS) {
    script = each;
    asked = [];
    const outcome = await outcomeOf(each);
    // How often it looks until the time is over depends on the machine.
    const questions = each.sendMs === undefined ? asked.join(', ') : [...new Set(asked)].join(', ');
    lines.push(`${title}: ${outcome}\n  asked ${questions}`);
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/every-outcome.txt');
});

test('says why the network refused', async () => {
  const results = {
    'no result': undefined,
    'a bad sequence number': txBadSeq(),
    'an error of its own': txInternalError(),
    'a trapped call': trapped,
    'a payment': unpaid,
    'no account': outside,
  };
  const events = {
    'no event': [],
    'a contract’s error': [ofContract],
    'the host’s error': [ofBudget],
    both: [ofBudget, ofContract],
    'an error without a text': [
      eventOf(errorTopics(xdr.ScError.sceBudget(xdr.ScErrorCode.scecExceededLimit)), xdr.ScVal.scvU32(1)),
    ],
    'an empty list': [
      eventOf(errorTopics(xdr.ScError.sceBudget(xdr.ScErrorCode.scecExceededLimit)), xdr.ScVal.scvVec([])),
    ],
    'another event': [eventOf([xdr.ScVal.scvSymbol('log'), xdr.ScVal.scvError(xdr.ScError.sceContract(1))], text('x'))],
    'a topic that is no error': [eventOf([xdr.ScVal.scvSymbol('error'), xdr.ScVal.scvU32(1)], text('x'))],
    'a text as its topic': [eventOf([text('error'), xdr.ScVal.scvError(xdr.ScError.sceContract(1))], text('x'))],
  };
  const lines = Object.entries(results).flatMap(([result, value]) =>
    Object.entries(events).map(([event, list]) => {
      const { message, contractError } = refusalOf(value && resultOf(value), list);
      return `${result}, ${event}: ${contractError ?? 'no number'}: ${message}`;
    }),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/every-reason.txt');
});
