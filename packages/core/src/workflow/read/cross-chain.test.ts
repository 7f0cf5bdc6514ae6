/** An escrow that would pay its receiver on another blockchain is named as such, and blocks what was not asked for. */

import { buildDeploy, NOW, request, storedEscrow } from '@countersign/testkit/fixtures/deploy-fixture';
import { expect, test } from 'vitest';
import { checkUnsigned } from '../../actions/deploy/check-deploy.ts';
import { stepOf } from '../../actions/registry.ts';
import type { EscrowState } from '../../actions/steps/escrow-state.ts';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { networkWith } from '../../escrow/network.ts';
import { explainTransaction } from '../../explain/explain-transaction.ts';
import type { EscrowOnChain } from '../../kinds/index.ts';
import { liveSingle } from '../../kinds/live-kinds.ts';

const network = networkWith('sandbox', 'v1');
const RECIPIENT = 'ab'.repeat(32);
const TARGET = { domain: 6, recipient: RECIPIENT };
const STOP = { code: 'CROSS_CHAIN_RECEIVER', params: TARGET };
const actionRequest = request({ kind: 'single' });
const escrowWith = (crossChainReceiver = TARGET): EscrowOnChain => ({
  ...storedEscrow(actionRequest),
  crossChainReceiver,
});
const deployOf = (escrow: EscrowOnChain) => buildDeploy(actionRequest, { escrow: liveSingle.encode(escrow) });

test('a deploy with one differs from the request that did not ask for it, also where it is off', () => {
  for (const [receiver, found] of [
    [TARGET, `6 (Base) 0x${RECIPIENT}`],
    [{ domain: 0xffff_ffff, recipient: '00'.repeat(32) }, `4294967295 0x${'00'.repeat(32)}`],
  ] as const) {
    const read = readTransaction(deployOf(escrowWith(receiver)), network.passphrase);
    expect(checkUnsigned(read, actionRequest, { network, maxFee: 50_000_000n, now: NOW })).toMatchObject({
      level: 'mismatch',
      differences: [{ field: 'crossChainReceiver', asked: { code: 'NONE' }, found }],
    });
  }
});

test.each([
  ['en', /leaves Stellar: it is paid on another blockchain, CCTP domain 6 \(Base\), to 0x(?:ab){32}\./],
  ['es', /sale de Stellar: se paga en otra cadena de bloques, dominio 6 \(Base\) de CCTP, a 0x(?:ab){32}\./],
] as const)('an explanation names it first, as a matter of money (%s)', (language, words) => {
  const { lines, warnings } = explainTransaction(deployOf(escrowWith()), network, NOW, { language });
  expect(warnings[0]).toMatchObject({ stakes: 'money', text: expect.stringMatching(words) });
  expect(lines.map(({ value }) => value)).toContain(`6 (Base) 0x${RECIPIENT}`);
});

test('paying out of an escrow with one must be confirmed', () => {
  const { risk } = stepOf('release');
  const of = (escrow: EscrowOnChain) => risk?.({ kind: liveSingle, escrow, network } as EscrowState, {} as never);
  expect(of(escrowWith())).toEqual({ stops: [STOP] });
  expect(of(escrowWith({ domain: 0xffff_ffff, recipient: '00'.repeat(32) }))).toEqual({});
  expect(of(storedEscrow(actionRequest))).toEqual({});
});
