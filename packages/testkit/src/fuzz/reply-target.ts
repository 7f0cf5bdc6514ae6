import { dialectFor } from '@countersign/core/internal/service/client';
import {
  builtReplySchema,
  listReplySchema,
  matchEntries,
  sendOutcome,
} from '@countersign/core/internal/service/dialects/shared/replies';
import { parseExactJson } from '@countersign/core/internal/service/http/exact-json';
import { type Exchange, exchange, type Reply } from '@countersign/core/internal/service/http/http';
import { parseReply, replyError } from '@countersign/core/internal/service/http/read-reply';
import { serviceSettlement } from '@countersign/core/internal/workflow/outcome/outcome-words';
import { escrowOfRequest } from '@countersign/core/kinds';
import { networkWith } from '@countersign/core/network';
import fc from 'fast-check';
import { request, sandbox } from '../fixtures/deploy-fixture.ts';
import { escrowAddresses, SIGNER } from '../service/requests.ts';
import { must, mustBeSame, mustBeShown, refusedOr, type Target } from './target.ts';
import { oddJson, oddNumber, oddText } from './texts.ts';

export type RawReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Latin-1, a character a byte. */
  readonly bytes: string;
};

const ADDRESSES = escrowAddresses(3);
const v1 = dialectFor(networkWith('testnet', 'v1'));
const ASKED = request();
const SIGNED = escrowOfRequest(ASKED);
const latin1 = (text: string) => Buffer.from(text).toString('latin1');
const json = (value: unknown) => latin1(JSON.stringify(value));
const say = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: oddJson });
const entry = fc.record({ address: say(fc.constantFrom(...ADDRESSES)), balance: say(oddNumber) });
const row = fc.record({
  contractId: say(fc.constantFrom(...ADDRESSES)),
  title: say(oddText),
  engagementId: say(oddText),
  type: say(fc.constantFrom('multi-release', 'single-release')),
});
const refusals = fc.constantFrom(
  'tx_bad_seq',
  'txTooLate',
  'Error(Contract, #3)',
  `Account not found: ${SIGNER}`,
  'Not Found',
);

const bodies = fc.oneof(
  fc.record({ status: say(fc.constant('SUCCESS')), unsignedTransaction: say(oddText) }).map(json),
  fc
    .record({ status: say(fc.constant('SUCCESS')), message: say(oddText), contractId: say(oddText), escrow: oddJson })
    .map(json),
  fc.array(say(entry), { maxLength: 8 }).map(json),
  fc.record({ message: say(fc.oneof(refusals, fc.array(oddText))), error: oddJson, extras: oddJson }).map(json),
  fc.array(say(row), { maxLength: 4 }).map(json),
  oddJson.map((value) => json(value ?? null)),
  oddText.map(latin1),
  fc.string({ unit: 'binary-ascii', maxLength: 200 }),
  // JSON with one place changed.
  fc
    .tuple(
      oddJson.map((value) => json(value ?? null)),
      fc.nat(),
      fc.constantFrom('"', '[', '}', ',', '1e999', '\\u', '\xff', '\xef\xbb\xbf', '/*'),
    )
    .map(([text, at, put]) => text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1)),
);
const header = fc
  .string({ unit: fc.constantFrom(...'0123456789 abcdefGMT,:;=-+"/'), maxLength: 40 })
  .map((text) => text.trim());
const headers = fc.record(
  {
    'content-type': fc.oneof(
      fc.constantFrom('text/html', 'application/json; charset=utf-16', 'x;charset="shift_jis"'),
      header,
    ),
    'retry-after': fc.oneof(fc.nat().map(String), header),
    date: fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      header,
    ),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** Whatever a service answers is read by every parser that could meet it: a result of the promised shape, or an error of ours. */
export const replyTarget: Target<RawReply> = {
  name: 'reply',
  inputs: fc.record({
    status: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(200, 201) },
      { weight: 1, arbitrary: fc.integer({ min: 200, max: 599 }) },
    ),
    headers,
    bytes: bodies,
  }),
  check: async (input) => {
    const reply = await exchangeOf(input);
    if (reply.kind === 'failed') throw reply.error.cause ?? reply.error;
    mustReadDeploy(reply);
    mustReadSend(reply);
    mustReadBalances(reply);
    mustReadAsV1(reply);
    const { retryAfterMs = 0, clockSkewMs, body } = reply;
    must(retryAfterMs >= 0 && retryAfterMs <= 600_000 && Number.isFinite(clockSkewMs), 'an odd wait');
    if (body.kind === 'json' && !holdsNaN(body.value)) {
      mustBeSame(parseExactJson(JSON.stringify(body.value)), body.value, 'JSON and its copy');
    }
  },
  calls: (input) => {
    // Read again by each, as the product does; the parsers by themselves would be flattered.
    const read = async () => (await exchangeOf(input)) as Reply;
    return [
      { name: 'deploy', run: async () => readDeploy(await read()) },
      { name: 'send', run: async () => readSend(await read()) },
      { name: 'balances', run: async () => readBalances(await read()) },
    ];
  },
};

async function exchangeOf({ status, headers: fields, bytes }: RawReply): Promise<Exchange> {
  const empty = [204, 205, 304].includes(status);
  const answer = () => new Response(empty ? null : Buffer.from(bytes, 'latin1'), { status, headers: fields });
  return await exchange(
    { method: 'GET', path: '/', headers: {} },
    { baseUrl: 'http://127.0.0.1', fetch: async () => answer(), now: () => 1_800_000_000_000 },
    new AbortController().signal,
    60_000,
  );
}

function readDeploy(reply: Reply) {
  return refusedOr(() => {
    if (reply.status > 299) throw replyError(reply, SIGNER);
    return parseReply(reply, builtReplySchema);
  });
}

function mustReadDeploy(reply: Reply): void {
  const read = readDeploy(reply);
  if ('result' in read) must(typeof read.result.unsignedTransaction === 'string', 'a deploy without its transaction');
}

function readSend(reply: Reply) {
  const sent = refusedOr(() => sendOutcome(reply));
  if ('error' in sent) return sent;
  const transaction = { hash: '00', contractId: ADDRESSES[0] as string, action: 'deploy' } as const;
  return { result: serviceSettlement(sent.result, transaction, SIGNED, sandbox, true), kind: sent.result.kind };
}

function mustReadSend(reply: Reply): void {
  const sent = readSend(reply);
  if ('error' in sent) throw new Error('an answered send is reported as not sent');
  must(sent.result.status === sent.kind, 'another outcome');
  must(sent.kind !== 'accepted' || reply.status < 300, 'accepted by an error');
  must(sent.result.by === (sent.kind === 'accepted' ? 'service' : 'here'), 'another’s word');
  mustBeShown(sent.result);
}

const readBalances = (reply: Reply) => refusedOr(() => matchEntries(ADDRESSES, parseReply(reply, listReplySchema)));

function mustReadBalances(reply: Reply): void {
  const read = readBalances(reply);
  if ('error' in read) return;
  mustBeSame(
    read.result.map(({ address }) => address),
    ADDRESSES,
    'addresses asked and answered',
  );
  for (const one of read.result) must('unread' in one || /^\d{1,39}(\.\d{1,38})?$/.test(one.balance), 'an odd balance');
}

/** An error of ours or a result, whatever it reads. */
function mustReadAsV1(reply: Reply): void {
  const { replies, fund, reindex, rows } = v1;
  const order = { escrow: ADDRESSES[0] as string, signer: SIGNER, amount: '1', release: 'multi' } as const;
  refusedOr(() => replies.deploy(reply, ASKED));
  refusedOr(() => replies.balances(reply, SIGNER, ADDRESSES));
  refusedOr(() => fund?.read(reply, order));
  refusedOr(() => reindex?.read(reply, '00'));
  const read = refusedOr(() => rows?.read(reply, { contractIds: ADDRESSES }));
  if ('result' in read) must(read.result?.every(({ contractId }) => contractId.length === 56) === true, 'an odd row');
  must(['accepted', 'unknown'].includes(replies.send(reply).kind), 'a sending that was answered has no outcome');
  mustBeShown(replies.error(reply).toView('operator'));
}

function holdsNaN(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(holdsNaN);
  return Number.isNaN(value);
}
