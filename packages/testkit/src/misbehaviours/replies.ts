/** Whole replies that are wrong, unusual or false, by operation. */
import { NETWORKS } from '@countersign/core/network';
import { endless, head, reply } from '../service/misbehaving-service.ts';
import balances from './balances.json' with { type: 'json' };
import { HOSTILE, type Kind, kindsOf } from './kind.ts';
import sandboxes from './sandboxes.json' with { type: 'json' };
import sends from './sends.json' with { type: 'json' };
import statuses from './statuses.json' with { type: 'json' };

/**
 * Failed statuses with a JSON body in a stranger's words. One bad address may have spoilt a batch of balances, so after
 * some each is asked for alone. By the fetch standard a request with a body in memory would be sent again after a 421.
 */
export const STATUS_KINDS: readonly Kind[] = kindsOf(statuses);

const unnamed = /does not name this address/;

export const BALANCE_KINDS: readonly Kind[] = [
  ...kindsOf(balances),
  {
    kind: 'gives three thousand balances of other addresses',
    expect: { balances: 'entries' },
    fault: ({ addresses: [address] }) => {
      const others = Array.from({ length: 3_000 }, (_, at) => ({ address: `C${at}`, balance: at }));
      return { act: reply(200, [...others, { address, balance: 1 }]) };
    },
    entries: ['1', unnamed, unnamed],
  },
  {
    kind: 'gives a hundred thousand balances',
    expect: { balances: 'SERVICE_REPLY_UNREADABLE' },
    fault: () => ({
      act: reply(
        200,
        Array.from({ length: 100_000 }, () => 0),
      ),
    }),
  },
];

/**
 * Answers to a sent transaction. Without a ledger to ask, a success is the service’s word alone, and whatever else it says
 * proves nothing. The address and hash of a settlement are computed here.
 */
export const SEND_KINDS: readonly Kind[] = [
  ...kindsOf(sends),
  {
    kind: 'settles, with an escrow of five thousand fields',
    expect: { send: 'accepted' },
    fault: () => {
      const fields = Array.from({ length: 5_000 }, (_, index) => [`${HOSTILE}${index}`, HOSTILE]);
      return { act: reply(200, { status: 'SUCCESS', escrow: Object.fromEntries(fields) }) };
    },
  },
  {
    kind: 'settles, and then never ends its answer',
    isCutShort: true,
    expect: { send: 'unknown' },
    fault: () => ({
      act: endless(`${head(200, { 'transfer-encoding': 'chunked' })}14\r\n{"status":"SUCCESS",\r\n`, '1\r\n \r\n', 40),
    }),
  },
];

const { passphrase: networkPassphrase, factory, wasmHash, single } = NETWORKS.sandbox;
export const SANDBOX = { networkPassphrase, factory, wasmHash, single };

/** Services that pretend to be the sandbox. `changes`: what differs from the real one. */
export const SANDBOX_KINDS: readonly Kind[] = kindsOf(
  sandboxes.map(({ changes, ...row }) => (changes === undefined ? row : { ...row, body: { ...SANDBOX, ...changes } })),
);
