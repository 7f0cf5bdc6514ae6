import type { Settlement } from '@countersign/core';
import { expect, test } from 'vitest';
import { outcomeText } from './texts.ts';

const contractId = 'C'.repeat(56);
const STATES: Readonly<Record<Settlement['status'], RegExp>> = {
  settled: new RegExp(`arrived at ${contractId}\\.\nNext: .*whose turn it is\\.$`),
  taken: /Do not fund it/,
  rejected: /Nothing was paid\. Run the same command again/,
  expired: /Nothing was paid\. Run the same command again/,
  displaced: /Nothing was paid\. Run the same command again/,
  accepted: /nothing is paid twice/,
  unknown: /nothing is paid twice/,
  'partly-signed': /other signers sign it on its signing page/,
};
/** Words for a model, or for someone who holds a signed transaction. */
const NOT_HERE = /[a-z]+_[a-z]+|XDR|[Ss]ubmit|with the id/;

test.each(Object.entries(STATES) as [Settlement['status'], RegExp][])(
  'a payment that is %s: what can be done at a terminal',
  (status, says) => {
    const next = 'Submit the same signed XDR again; get_balances shows what it holds.';
    const settlement = { status, by: 'ledger', ledger: 'rpc.example', message: 'So it is.', next } as const;
    const text = outcomeText({ ...settlement, contractId, transactionHash: 'f'.repeat(64) });
    expect(text).toMatch(says);
    expect(text).toContain(`So it is. (transaction ${'f'.repeat(64)})\nThe ledger says so (asked at rpc.example).`);
    expect(text).not.toMatch(NOT_HERE);
  },
);
