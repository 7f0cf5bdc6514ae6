import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import { openState } from '../src/state.ts';
import { isProven } from '../src/wallets/wallet-rows.ts';

const FIRST = `G${'A'.repeat(55)}`;
const SECOND = `G${'B'.repeat(55)}`;
const ana = { userId: '1', guildId: '9' };
const bo = { userId: '2', guildId: '9' };

function scene() {
  const clock = { now: 1_000_000 };
  const state = openState(temporaryFolder(), 'testnet', () => clock.now);
  state.setWallet(ana, FIRST);
  return { state, clock };
}

test('a wallet is proven once, for one person in one server', () => {
  const { state } = scene();
  state.setWallet(bo, FIRST);
  const { token } = state.proofs.challenge(ana, FIRST, 'en');
  expect(isProven(state.wallet(ana))).toBe(false);
  expect(state.proofs.prove(token)).toBe(true);
  expect(state.wallet(ana)).toEqual({ address: FIRST, setAt: 1_000_000, provenAt: 1_000_000 });
  expect(state.proofs.prove(token)).toBe(false);
  expect(isProven(state.wallet(bo))).toBe(false);
  expect(isProven(state.wallet({ ...ana, guildId: '8' }))).toBe(false);
  state.close();
});

test('another address drops the proof, and coming back does not bring it again', () => {
  const { state } = scene();
  state.proofs.prove(state.proofs.challenge(ana, FIRST, 'en').token);
  const asked = state.proofs.challenge(ana, FIRST, 'en');
  state.setWallet(ana, FIRST);
  expect(isProven(state.wallet(ana))).toBe(true);
  state.setWallet(ana, SECOND);
  state.setWallet(ana, FIRST);
  expect(isProven(state.wallet(ana))).toBe(false);
  expect(state.proofs.prove(asked.token)).toBe(false);
  state.close();
});

test('a text is valid for 15 minutes, and a newer one takes its place', () => {
  const { state, clock } = scene();
  const old = state.proofs.challenge(ana, FIRST, 'en');
  const fresh = state.proofs.challenge(ana, FIRST, 'es');
  expect(state.proofs.challengeOf(old.token)).toBeUndefined();
  expect(state.proofs.challengeOf(fresh.token)).toEqual(fresh);
  expect(fresh.code).toMatch(/^[0-9a-f]{32}$/);
  clock.now += 15 * 60_000;
  expect(state.proofs.challengeOf(fresh.token)).toBeUndefined();
  expect(state.proofs.prove(fresh.token)).toBe(false);
  expect(isProven(state.wallet(ana))).toBe(false);
  state.close();
});
