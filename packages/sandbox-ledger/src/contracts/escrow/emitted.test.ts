/**
 * A network limits the events and the return value of a call to 16,384 bytes together. Like the network, the ledger
 * measures them only when it applies the transaction: a simulation of a larger call succeeds (decision 76).
 */
import { emittedByDeploy, emittedByStep, MOST_EMITTED } from '@countersign/core/internal/actions/emitted';
import type { EscrowOnChain } from '@countersign/core/kinds';
import {
  CONTRACT_NAMES,
  type ContractName,
  LIFE_KINDS,
  lifeEscrow,
  openEscrowLife,
  person,
} from '@countersign/testkit/ledger/escrow-life';
import { lastTransaction } from '@countersign/testkit/ledger/ledger-client';
import { V1 } from '@countersign/testkit/ledger/live-escrow';
import { expect, test } from 'vitest';
import { MOST_EMITTED as MOST_ON_LEDGER } from '../../transaction/resources.ts';

const life = openEscrowLife();

/** The largest text that keeps `size` within the limit, and the next one that takes more bytes. */
function around(size: (text: string) => number): { readonly fits: string; readonly exceeds: string } {
  let [fits, exceeds] = [0, MOST_EMITTED];
  while (exceeds - fits > 1) {
    const middle = (fits + exceeds) >> 1;
    if (size('x'.repeat(middle)) <= MOST_EMITTED) fits = middle;
    else exceeds = middle;
  }
  return { fits: 'x'.repeat(fits), exceeds: 'x'.repeat(exceeds) };
}

const deployed = (name: ContractName, description: string) =>
  emittedByDeploy(LIFE_KINDS[name], lifeEscrow(name, { description }));

/** What the ledger’s last transaction emitted, as the ledger has it. */
const measured = () => lastTransaction(life.t).emitted;

test('limits a call as the desk expects it, though no call emits one byte more: XDR comes in fours', () => {
  expect([MOST_ON_LEDGER, MOST_EMITTED]).toEqual([16_384, 16_384]);
});

test.each(CONTRACT_NAMES)(
  '%s: settles a deploy that emits as much as the network allows, and fails a larger one',
  (name) => {
    const { fits, exceeds } = around((description) => deployed(name, description));
    expect(life.create(name, { description: fits })).not.toHaveProperty('error');
    expect(measured()).toBe(deployed(name, fits));
    expect(MOST_EMITTED - measured()).toBeLessThan(8);
    // The simulation passed; the fee is lost.
    expect(life.create(name, { description: exceeds })).toHaveProperty('error', 'txFailed');
    const { codes, charged, diagnostic } = lastTransaction(life.t);
    expect(codes).toEqual(['invokeHostFunctionResourceLimitExceeded']);
    expect(charged).toBeGreaterThan(100n);
    expect(diagnostic).toMatch(/network config maximum$/);
  },
);

test.each(CONTRACT_NAMES)(
  '%s: settles a report that emits as much as the network allows, and fails a larger one',
  (name) => {
    const escrow = life.funded(name, 0n);
    const after = (evidence: string): EscrowOnChain => {
      const { milestones, ...terms } = lifeEscrow(name);
      return {
        ...terms,
        milestones: milestones.map((each, at) => (at === 0 ? { ...each, status: 'done', evidence } : each)),
      };
    };
    const reported = (evidence: string) =>
      emittedByStep({
        step: { name: 'change-status' },
        kind: LIFE_KINDS[name],
        network: V1,
        signer: person('provider'),
        after: after(evidence),
        pays: [],
      });
    const { fits, exceeds } = around(reported);
    expect(life.act(name, escrow, 'change-status', 'provider', { evidence: fits })).not.toHaveProperty('error');
    expect(measured()).toBe(MOST_EMITTED);
    expect(life.act(name, escrow, 'change-status', 'provider', { evidence: exceeds })).toHaveProperty(
      'error',
      'txFailed',
    );
    expect(life.read(name, escrow).milestones[0]?.evidence).toBe(fits);
  },
);
