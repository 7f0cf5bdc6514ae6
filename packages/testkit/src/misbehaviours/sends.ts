/** Unusual, wrong and false answers to a sent transaction. */
import { otherKey, sandbox } from '../fixtures/deploy-fixture.ts';
import { endless, head, reply } from '../service/misbehaving-service.ts';
import { HOSTILE, type Kind } from './kind.ts';

/** Without a ledger to ask, a success is the service’s word alone, and whatever else it says proves nothing. */
type Result = 'accepted' | 'unknown';

const row = (kind: string, status: number, body: unknown, send: Result, says?: RegExp): Kind => ({
  kind,
  expect: { send },
  fault: () => ({ act: reply(status, body) }),
  ...(says === undefined ? {} : { says }),
});

/** The address and hash of a settlement are computed here; what the service says of them is only held against that. */
const accepted: readonly Kind[] = [
  row(
    'settles, and says another escrow address',
    200,
    { status: 'SUCCESS', contractId: sandbox.factory },
    'accepted',
    /named another address/,
  ),
  row(
    'settles, and says no address at all',
    200,
    { status: 'SUCCESS', contractId: HOSTILE },
    'accepted',
    /named another address/,
  ),
  row(
    'settles, and says another hash',
    200,
    { status: 'SUCCESS', hash: 'ff'.repeat(32), transactionHash: HOSTILE },
    'accepted',
  ),
  row(
    'settles, and describes an escrow with another receiver',
    200,
    { status: 'SUCCESS', escrow: { roles: { receiver: sandbox.factory } } },
    'accepted',
    /receiver/,
  ),
  row(
    'settles, and describes an escrow with another title',
    200,
    { status: 'SUCCESS', escrow: { title: HOSTILE, engagementId: 'x' } },
    'accepted',
    /engagementId.*title|title.*engagementId/,
  ),
  row(
    'settles, and describes an escrow with roles in a list',
    200,
    { status: 'SUCCESS', escrow: { roles: [{ approver: otherKey.publicKey() }] } },
    'accepted',
    /approver/,
  ),
  row('settles, with a list for an escrow', 200, { status: 'SUCCESS', escrow: [1, HOSTILE] }, 'accepted'),
  row(
    'settles, with an escrow of five thousand fields',
    200,
    {
      status: 'SUCCESS',
      escrow: Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`${HOSTILE}${index}`, HOSTILE])),
    },
    'accepted',
  ),
  row(
    'settles, with an escrow sixty deep',
    200,
    { status: 'SUCCESS', escrow: { a: JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`) } },
    'accepted',
  ),
  row(
    'settles, with a prototype in its escrow',
    200,
    '{"status":"SUCCESS","escrow":{"__proto__":{"title":"x"},"constructor":{"prototype":{"a":1}}}}',
    'accepted',
  ),
  row(
    'settles, with a message of another type',
    200,
    { status: 'SUCCESS', message: { toString: HOSTILE } },
    'accepted',
  ),
];

const doubtful: readonly Kind[] = [
  row('takes it, and says another status', 200, { status: HOSTILE, message: HOSTILE }, 'unknown'),
  row('takes it, and says success in small letters', 200, { status: 'success' }, 'unknown'),
  row('takes it, and says failure', 200, { status: 'FAILED', message: HOSTILE }, 'unknown'),
  row(
    'takes it, and says the ledger’s refusal under a success',
    200,
    { status: 'FAILED', message: 'tx_bad_seq' },
    'unknown',
  ),
  row('takes it, and says null', 200, 'null', 'unknown'),
  row('takes it, and says a list', 200, [{ status: 'SUCCESS' }], 'unknown'),
  row('takes it, and hides success in a prototype', 200, '{"__proto__":{"status":"SUCCESS"}}', 'unknown'),
  row('has accepted it for later (202)', 202, {}, 'unknown'),
  row('knows a duplicate (409)', 409, { message: `${HOSTILE} duplicate transaction` }, 'unknown'),
  row('fails with a page that says a refusal', 500, `<html>tx_bad_seq ${HOSTILE}</html>`, 'unknown'),
  row('has a gateway that says a refusal', 502, { message: 'tx_bad_seq' }, 'unknown'),
  row('fails with a refusal in a field of another name', 500, { evil: 'tx_bad_seq' }, 'unknown'),
  {
    kind: 'settles, and then never ends its answer',
    isCutShort: true,
    expect: { send: 'unknown' },
    fault: () => ({
      act: endless(`${head(200, { 'transfer-encoding': 'chunked' })}14\r\n{"status":"SUCCESS",\r\n`, '1\r\n \r\n', 40),
    }),
  },
];

const refused: readonly Kind[] = [
  row('says that the sequence is wrong', 400, { message: `tx_bad_seq ${HOSTILE}` }, 'unknown'),
  row('says that it came too late', 500, { status: 'FAILED', message: 'txTooLate' }, 'unknown'),
  row('says that it is not authorised', 400, { extras: { result_codes: { transaction: 'tx_bad_auth' } } }, 'unknown'),
  row('says that the account cannot pay', 422, { message: ['tx_insufficient_balance', HOSTILE] }, 'unknown'),
  row('says that the contract refused', 400, { message: 'Error(Contract, #3)' }, 'unknown'),
  row('quotes a title that reads like a refusal', 500, { message: 'Website (tx_failed) could not be sent' }, 'unknown'),
];

export const SEND_KINDS: readonly Kind[] = [...accepted, ...doubtful, ...refused];
