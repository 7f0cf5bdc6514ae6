/** A misbehaviour of the service as a row of a table, with the expected result. */
import type { ErrorCode } from '@countersign/core/errors';
import type { DeployRequest } from '@countersign/core/escrow';
import type { Fault, Operation } from '../service/misbehaving-service.ts';

/** A stranger's text, in everything a hostile service says: with bidi, escape and control characters, and markup. */
export const HOSTILE = 'HOSTILE\u202e\u001b[31m\u0007 <b>x</b> [free](https://evil.example) @everyone';

export type Scene = {
  /** The request that is asked for; addresses are those of the balance query. */
  readonly request: DeployRequest;
  readonly addresses: readonly string[];
  /** The unsigned transaction that was prepared honestly before, for another request of the same signer. */
  readonly earlierXdr: string;
  /** Seconds since 1970. */
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
  readonly fault: (scene: Scene) => Fault;
  readonly expect: Readonly<Partial<Record<Operation, Expected>>>;
  /** It has no end of its own, or one that nobody waits for: the call gets little time. */
  readonly isCutShort?: boolean;
  /** Fields that the error must name as different. */
  readonly differs?: readonly string[];
  /** What the settlement's message must say. */
  readonly says?: RegExp;
  /** Balances, or the reasons why there are none, in the order asked. */
  readonly entries?: readonly (string | RegExp)[];
};
