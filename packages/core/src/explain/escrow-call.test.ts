import { NOW } from '@countersign/testkit/fixtures/deploy-fixture';
import { addressValue as address, call, escrow, other, source } from '@countersign/testkit/fixtures/explain-fixture';
import { live } from '@countersign/testkit/fixtures/generation-b-fixture';
import { envelopeOf } from '@countersign/testkit/fixtures/takeover';
import { expect, test } from 'vitest';
import type { Network } from '../escrow/network.ts';
import { ESCROW_KINDS } from '../kinds/registry.ts';
import { explainWordsOf } from '../words/all.ts';
import { LANGUAGES } from '../words/language.ts';
import { escrowCall } from './escrow-call.ts';
import { explainTransaction } from './explain-transaction.ts';
import type { ExplainContext } from './scene.ts';

test('has words for every function of every kind, and shows an amount for each that pays', () => {
  for (const { functions, functionsOnPublic = {} } of ESCROW_KINDS) {
    for (const { name } of [...Object.values(functions), ...Object.values(functionsOnPublic)]) {
      for (const language of LANGUAGES) expect(explainWordsOf(language).CALLS[name], name).toBeDefined();
    }
  }
  const words = explainWordsOf('en');
  const scene = { network: live, words, warn: () => {}, remark: () => {} } as unknown as ExplainContext;
  const paying = Object.keys(words.CALLS).filter((name) => escrowCall(name, [], scene)?.stakes === 'money');
  expect(paying.sort()).toEqual([
    ...['fund_escrow', 'release_funds', 'release_milestone_funds', 'resolve_dispute', 'resolve_milestone_dispute'],
    ...['update_escrow', 'withdraw_remaining_funds'],
  ]);
});

test('warns when the service’s share goes to another account than the known one', () => {
  const release = (to: string, network: Network = live) => {
    const operation = call(escrow, 'release_funds', [address(source), address(to)]);
    const { warnings } = explainTransaction(envelopeOf(operation), network, NOW);
    return warnings.map(({ text }) => text).join('\n');
  };
  expect(release(other)).toContain(`Operation 1 pays the service’s share to ${other}; on sandbox it is known to go to`);
  expect(release(live.feeAddress as string)).not.toContain('known to go to');
  const { feeAddress, ...unknown } = live;
  expect(release(other, unknown)).not.toContain('known to go to');
});
