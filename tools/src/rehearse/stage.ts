/** What every step of a rehearsal needs: waiting, signing as a wallet does, sending, and comparing. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Desk, Prepared } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import { fromBaseUnits } from '@countersign/core/escrow';
import type { openLedger } from '@countersign/core/ledger';
import { NETWORKS, type Network, type Token } from '@countersign/core/network';
import { stopText } from '@countersign/core/words';
import { type Keypair, Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import type { Server } from '@stellar/stellar-sdk/rpc';
import type { Party } from './lives.ts';
import type { StepRecord } from './record.ts';

/** Why a rehearsal or a step cannot go on, in a sentence for the person who runs it. */
export class Trouble extends Error {}

export type Patience = {
  /** For one answer of friendbot. */
  readonly friendbotMs: number;
  /** Until the ledger shows what was done: an RPC may lag. */
  readonly shownMs: number;
  /** Until a transaction has an outcome. */
  readonly outcomeMs: number;
  /** For a person who visits a faucet. */
  readonly faucetMs: number;
  /** Between two questions. */
  readonly pauseMs: number;
};

/** `issuer` and `service` only where the token is issued for the rehearsal. */
export type Wallets = Readonly<Record<Party, Keypair>> & { readonly issuer?: Keypair; readonly service?: Keypair };

export type Stage = {
  readonly network: Network;
  readonly desk: Desk;
  readonly ledger: ReturnType<typeof openLedger>;
  readonly rpc: Server;
  readonly friendbotUrl: string;
  readonly wallets: Wallets;
  readonly token: Token;
  /** What the client pays into all escrows together, in token units. */
  readonly total: string;
  readonly patience: Patience;
  readonly signal: AbortSignal;
  readonly tell: (line: string) => void;
};

const { passphrase } = NETWORKS.testnet;
const PERSISTENCE = 3;
/** The most that one call of the desk waits. */
const LONGEST_WAIT_MS = 30_000;

/** Asks until there is an answer. @returns undefined after `ms` */
export async function until<T>(
  { signal, patience }: Pick<Stage, 'signal' | 'patience'>,
  ms: number,
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const end = performance.now() + ms;
  for (;;) {
    signal.throwIfAborted();
    const answer = await ask();
    if (answer !== undefined || performance.now() + patience.pauseMs > end) return answer;
    await sleep(patience.pauseMs, undefined, { signal });
  }
}

/** As a person does, tries again what the desk says may be tried again. */
export async function patiently<T>({ signal, patience }: Stage, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const mayTryAgain = error instanceof CountersignError && error.retryable && tries < PERSISTENCE;
      if (!mayTryAgain || signal.aborted) throw error;
      await sleep(Math.max(patience.pauseMs, error.retryAfterMs ?? 0), undefined, { signal });
    }
  }
}

type Signable = Pick<Prepared, 'id' | 'status' | 'checked' | 'transactionHash' | 'judgement'> & {
  readonly unsignedXdr?: string | undefined;
};

/** Signs only what the desk transactions as verified, for testnet alone, and waits for the outcome by the ledger. @throws Trouble */
export async function signAndSend(stage: Stage, wallet: Keypair, prepared: Signable): Promise<Partial<StepRecord>> {
  const { id, transactionHash: hash } = prepared;
  const signedXdr = signed(wallet, prepared);
  try {
    const { status, by, message } = await outcomeOf(stage, id, signedXdr);
    if (status === 'settled' && by === 'ledger') return await includedIn(stage, hash);
    throw new Trouble(`Transaction ${hash} did not settle: ${message}`);
  } catch (error) {
    if (!stage.signal.aborted) throw error;
    throw new Trouble(`It was interrupted. Transaction ${hash} was signed, and may have settled.`);
  }
}

type Outcome = { readonly status: string; readonly by: string; readonly message: string };

async function outcomeOf(stage: Stage, id: string, signedXdr: string): Promise<Outcome> {
  const { desk, signal, patience } = stage;
  const end = performance.now() + patience.outcomeMs;
  const submit = () => desk.submit({ signedXdr, id }, { signal });
  let last: Outcome = await patiently(stage, submit);
  while (!isFinal(last) && performance.now() < end) {
    last = await desk.waitFor(id, Math.min(LONGEST_WAIT_MS, patience.outcomeMs), { signal });
  }
  return last;
}

const isFinal = ({ status, by }: Outcome): boolean =>
  by === 'ledger' && ['settled', 'rejected', 'expired', 'taken', 'displaced'].includes(status);

function signed(wallet: Keypair, { status, checked, unsignedXdr, transactionHash, judgement }: Signable): string {
  if (status !== 'prepared' || unsignedXdr === undefined) {
    throw new Trouble(
      `It was not signed, since a person must confirm it first: ${judgement.stops.map((stop) => stopText(stop)).join(' ')}`,
    );
  }
  if (checked !== 'verified') throw new Trouble(`It was not signed, since it is not verified (${checked}).`);
  const transaction = TransactionBuilder.fromXdr(unsignedXdr, passphrase);
  const isOffered = Buffer.from(transaction.hash()).toString('hex') === transactionHash;
  if (!(transaction instanceof Transaction) || transaction.source !== wallet.publicKey() || !isOffered) {
    throw new Trouble('It was not signed, since it is not the transaction that the desk described for testnet.');
  }
  transaction.sign(wallet);
  return transaction.toXdr();
}

/** Ledger and fee of a transaction. @throws Trouble where it failed or cannot be found */
export async function includedIn(stage: Stage, hash: string): Promise<Partial<StepRecord>> {
  const { rpc, ledger, patience } = stage;
  const found = await until(stage, patience.shownMs, async () => {
    const answer = await rpc.getTransaction(hash).catch(() => undefined);
    return answer !== undefined && 'resultXdr' in answer ? answer : undefined;
  });
  if (found === undefined) {
    throw new Trouble(
      `The Stellar RPC at ${ledger.host} does not show transaction ${hash} after ${patience.shownMs / 1_000} s.`,
    );
  }
  if (found.status !== 'SUCCESS') throw new Trouble(`Transaction ${hash} failed: ${found.resultXdr.result.type}.`);
  return { transactionHash: hash, ledger: found.ledger, feeXlm: fromBaseUnits(found.resultXdr.feeCharged, 7) };
}

type Values = Readonly<Record<string, string>>;

/** A step's expectation next to what was found. A value that only one of them has counts as nothing in the other. */
export function compared(
  expected: Values,
  found: Values,
): { expected: Record<string, string>; found: Record<string, string>; differences: StepRecord['differences'] } {
  const fields = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
  const differences = fields.flatMap((field) => {
    const [want = 'nothing', have = 'nothing'] = [expected[field], found[field]];
    return want === have ? [] : [{ field, expected: want, found: have }];
  });
  return { expected: { ...expected }, found: { ...found }, differences };
}
