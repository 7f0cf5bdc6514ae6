import {
  codes,
  contractOf,
  deployOf,
  keyOf,
  network,
  PLATFORM,
  USDC,
  WORKER,
  YOU,
} from '@countersign/testkit/fixtures/deploy-risk-fixture';
import { expect, test } from 'vitest';
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import { paidFrom, type SeenOnLedger } from './payability.ts';
import { payeeRisk, payeesOfEscrow } from './payee-risk.ts';

const [BEN, CLEO] = [keyOf(14), keyOf(15)] as [string, string];
type Milestone = EscrowOnChain['milestones'][number];
const FEE_ACCOUNT = keyOf(16);

function escrowOf(receivers: readonly string[], changes: Partial<EscrowOnChain> = {}): EscrowOnChain {
  const { escrow } = deployOf();
  const { receiver: _, ...roles } = escrow.roles;
  const [milestone] = escrow.milestones as [EscrowOnChain['milestones'][number]];
  const milestones = receivers.map((receiver) => ({ ...milestone, receiver, amount: 1_000_000_000n }));
  return { ...escrow, roles, milestones, ...changes };
}

const riskOf = (escrow: EscrowOnChain, seen: SeenOnLedger) =>
  payeeRisk(
    payeesOfEscrow(escrow, FEE_ACCOUNT),
    paidFrom(network, USDC.address, { signer: YOU, escrow: contractOf(1) }, seen),
    seen,
  );

test('adds up what several milestones pay to one receiver, after fees', () => {
  const payees = payeesOfEscrow(escrowOf([BEN, CLEO, BEN]), FEE_ACCOUNT);
  expect(payees).toEqual(
    expect.arrayContaining([
      { role: 'receiver', address: BEN, units: 1_894_000_000n, least: 947_000_000n },
      { role: 'receiver', address: CLEO, units: 947_000_000n, least: 947_000_000n },
      { role: 'platformAddress', address: PLATFORM, units: 150_000_000n, least: 50_000_000n },
      { role: 'serviceFee', address: FEE_ACCOUNT, units: 9_000_000n, least: 3_000_000n },
    ]),
  );
  expect(payees).toHaveLength(4);
});

test('counts only what is still to be paid, and no platform without a fee', () => {
  const [open, paid] = escrowOf([BEN, CLEO]).milestones as [Milestone, Milestone];
  const escrow = escrowOf([], { platformFee: 0, milestones: [open, { ...paid, flags: { released: true } }] });
  expect(payeesOfEscrow(escrow, undefined).map(({ address }) => address)).toEqual([BEN]);
  const single = { ...deployOf().escrow, amount: 100n, flags: { resolved: true } };
  expect(payeesOfEscrow(single, FEE_ACCOUNT)).toEqual([]);
});

test('warns of a trustline whose limit is below what several milestones pay, with both amounts', () => {
  const seen = {
    accounts: new Map([[BEN, { exists: true, trustline: true, isAuthorised: true, room: 1_000_000_000n }]]),
  };
  expect(riskOf(escrowOf([BEN]), seen).warnings).toEqual([]);
  expect(riskOf(escrowOf([BEN, BEN]), seen).warnings).toEqual([
    {
      code: 'LIMIT_TOO_LOW',
      params: { address: BEN, role: 'receiver', room: '100', amount: '189.4', token: 'USDC' },
    },
  ]);
});

test('blocks each payee for whom the money is lost, with its address', () => {
  const vault = contractOf(30);
  const seen: SeenOnLedger = {
    accounts: new Map([[CLEO, { exists: true, trustline: true, needsMemo: true }]]),
    contracts: new Map([[vault, 'not-wallet']]),
  };
  const { stops: blockers } = riskOf(escrowOf([vault, CLEO, USDC.issuer, WORKER]), seen);
  expect(blockers.toSorted((one, other) => (one.code < other.code ? -1 : 1))).toEqual([
    { code: 'PAYEE_IS_ISSUER', params: { role: 'receiver', address: USDC.issuer } },
    { code: 'PAYEE_IS_NOT_WALLET', params: { role: 'receiver', address: vault } },
    { code: 'PAYEE_NEEDS_MEMO', params: { role: 'receiver', address: CLEO } },
  ]);
});

test('states that a receiver is a smart wallet', () => {
  const wallet = contractOf(31);
  const risk = riskOf(escrowOf([wallet]), { contracts: new Map([[wallet, 'wallet']]) });
  expect(codes([...risk.stops, ...risk.warnings])).toEqual([]);
  expect(risk.facts).toEqual([{ code: 'PAYEE_IS_SMART_WALLET', params: { role: 'receiver', address: wallet } }]);
});
