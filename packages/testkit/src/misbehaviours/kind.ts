/** A misbehaviour of the service as a row of a table, with the expected result. */
import type { ErrorCode } from '@countersign/core/errors';
import type { DeployRequest } from '@countersign/core/escrow';
import { sandbox } from '../fixtures/deploy-fixture.ts';
import { type Fault, type Operation, reply } from '../service/misbehaving-service.ts';

/** A stranger's text, in everything a hostile service says: with bidi, escape and control characters, and markup. */
export const HOSTILE = 'HOSTILE\u202e\u001b[31m\u0007 <b>x</b> [free](https://evil.example) @everyone';

export type MisbehaviourContext = {
  /** The request that is asked for; addresses are those of the balance query. */
  readonly request: DeployRequest;
  readonly addresses: readonly string[];
  /** The unsigned transaction that was prepared honestly before, for another request of the same signer. */
  readonly earlierXdr: string;
  readonly now: number;
  /** Another host, which must never be asked for anything. */
  readonly elsewhere: string;
};

/**
 * What the caller gets: an error's code, or a result. `unread`: balances that all carry a reason instead.
 * `entries`: as the row says.
 */
type Expected = ErrorCode | 'prepared' | 'accepted' | 'unknown' | 'believed' | 'unread' | 'entries';

export type Kind = {
  readonly kind: string;
  readonly fault: (scene: MisbehaviourContext) => Fault;
  readonly expect: Readonly<Partial<Record<Operation, Expected>>>;
  /** It has no end of its own, or one that no one waits for: the call gets little time. */
  readonly isCutShort?: boolean;
  readonly differs?: readonly string[];
  readonly says?: RegExp;
  /** Balances, or the reasons why there are none, in the order asked. */
  readonly entries?: readonly (string | RegExp)[];
};

/** The same error for each operation, but after a send the outcome is unknown. */
export const everyCall = (code: ErrorCode, sandboxCode: ErrorCode = code): Kind['expect'] => ({
  deploy: code,
  send: 'unknown',
  balances: code,
  sandbox: sandboxCode,
});

/** A kind as a JSON file has it: one whole reply. Each `$NAME` in a body, text or header is replaced (`valuesOf`). */
export type ReplyRow = {
  readonly kind: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is written: JSON, a text as it is, or three balances of which the first is this JSON text. */
  readonly body?: unknown;
  readonly text?: string;
  readonly balance?: string;
  /** The error of each operation, unless `expect` has another result. */
  readonly every?: string;
  readonly expect?: Readonly<Partial<Record<Operation, string>>>;
  readonly isCutShort?: boolean;
  readonly says?: string;
  /** A pattern is between slashes. */
  readonly entries?: readonly string[];
};

const REFUSAL_BODY = { message: '$HOSTILE', error: '$HOSTILE', statusCode: '$HOSTILE' };

/** @param usualStatus where a row names none */
export const kindsOf = (rows: readonly ReplyRow[], usualStatus = 200): Kind[] =>
  rows.map(({ status = usualStatus, headers = {}, every, expect, says, entries, ...row }) => {
    const code = every as ErrorCode | undefined;
    const patterns = entries?.map((entry) => (entry.startsWith('/') ? new RegExp(entry.slice(1, -1)) : entry));
    return {
      kind: row.kind,
      fault: (scene) => {
        const values = valuesOf(scene);
        const filledHeaders = Object.entries(headers).map(([name, value]) => [name, filled(value, values)]);
        return { act: reply(status, written(row, values), Object.fromEntries(filledHeaders)) };
      },
      expect: {
        ...(code === undefined ? {} : everyCall(code, status === 200 ? code : 'SANDBOX_MISMATCH')),
        ...(patterns === undefined ? {} : { balances: 'entries' as const }),
        ...(expect as Kind['expect']),
      },
      ...(row.isCutShort === true ? { isCutShort: true } : {}),
      ...(says === undefined ? {} : { says: new RegExp(says) }),
      ...(patterns === undefined ? {} : { entries: row.balance === undefined ? patterns : [...patterns, '1', '2'] }),
    };
  });

const valuesOf = ({
  addresses: [a = '', b = '', c = ''],
  elsewhere,
}: MisbehaviourContext): Readonly<Record<string, string>> => ({
  HOSTILE,
  ELSEWHERE: elsewhere,
  A: a,
  SMALL_A: a.toLowerCase(),
  B: b,
  C: c,
  NINES: '9'.repeat(10_000),
  PASSPHRASE: sandbox.passphrase,
  FACTORY: sandbox.factory as string,
  WASM_HASH: sandbox.wasmHash as string,
  WASM_HASH_IN_CAPITALS: (sandbox.wasmHash as string).toUpperCase(),
});

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\$([A-Z_]+)/g, (name, key: string) => values[key] ?? name);

function written(
  { body = REFUSAL_BODY, text, balance }: Pick<ReplyRow, 'body' | 'text' | 'balance'>,
  values: Readonly<Record<string, string>>,
): string {
  if (text !== undefined) return filled(text, values);
  const json =
    balance === undefined
      ? JSON.stringify(body)
      : `[{"address":"$A","balance":${balance}},{"address":"$B","balance":1},{"address":"$C","balance":2}]`;
  const escaped = Object.entries(values).map(([name, value]) => [name, JSON.stringify(value).slice(1, -1)]);
  return filled(json, Object.fromEntries(escaped));
}
