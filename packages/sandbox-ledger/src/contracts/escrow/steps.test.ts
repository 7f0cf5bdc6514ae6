/** What each step does: the escrow afterwards, the payments in their order, and the events. */
import type { EscrowOnChain } from '@countersign/core/kinds';
import {
  CONTRACT_NAMES,
  type ContractName,
  FEE_ADDRESS,
  LIFE_KINDS,
  lifeEscrow,
  type Outcome,
  openEscrowLife,
  person,
} from '@countersign/testkit/ledger/escrow-life';
import { TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { scValToNative, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { addressValue } from '../../host/values.ts';
import { contractDataKey, instanceKey, keyText } from '../../keys.ts';

const life = openEscrowLife();

const UNIT = 10_000_000n;
const ALL = 300n * UNIT;
const TOKEN_NAME = `${TOKEN.code}:${TOKEN.issuer}`;
const platform = person('platform');
const receiver = person('receiver');

function done(outcome: Outcome) {
  if ('error' in outcome) throw new Error(outcome.error);
  return outcome;
}

/** Who was paid what by the escrow, in order; then the events of the escrow itself. */
function reportOf(outcome: Outcome, escrow: string) {
  const { events } = done(outcome);
  const isTransfer = ({ topics }: { topics: unknown[] }) => topics[0] === 'transfer';
  const paid = events.filter(isTransfer).map(({ topics, data }) => {
    expect([topics[1], topics[3]]).toEqual([escrow, TOKEN_NAME]);
    return [topics[2], scValToNative(data)];
  });
  return { paid, own: events.filter((event) => !isTransfer(event)) };
}

const data = (escrow: EscrowOnChain, name: ContractName) => xdr.ScVal.scvVec([LIFE_KINDS[name].encode(escrow)]);
const withFirst = (escrow: EscrowOnChain, change: object): EscrowOnChain => ({
  ...escrow,
  milestones: escrow.milestones.map((milestone, at) => (at === 0 ? { ...milestone, ...change } : milestone)),
});
const withFlags = (escrow: EscrowOnChain, flags: EscrowOnChain['milestones'][number]['flags']) =>
  escrow.flags === undefined
    ? withFirst(escrow, { flags: { ...escrow.milestones[0]?.flags, ...flags } })
    : { ...escrow, flags: { ...escrow.flags, ...flags } };
function approveAll(name: ContractName, escrow: string): EscrowOnChain {
  for (const index of [0, 1]) done(life.act(name, escrow, 'approve', 'client', { index }));
  return life.read(name, escrow);
}
const disputed = (name: ContractName, amount: bigint, change: Partial<EscrowOnChain> = {}) => {
  const escrow = life.funded(name, amount, change);
  done(life.act(name, escrow, 'dispute', 'provider'));
  return escrow;
};

describe.each(CONTRACT_NAMES)('in %s', (name) => {
  const isSingle = name === 'single';
  /** What the first release pays: all, or the first milestone. */
  const amount = isSingle ? ALL : 100n * UNIT;
  const mine = (
    act: 'fund' | 'change-status' | 'approve' | 'release' | 'dispute' | 'resolve' | 'update' | 'extend',
  ) => [LIFE_KINDS[name].events[act]];

  test('the service provider reports work, with evidence or without, as often as wanted', () => {
    const escrow = life.funded(name, 0n);
    const before = life.read(name, escrow);
    const reported = done(
      life.act(name, escrow, 'change-status', 'provider', { index: 1, status: 'done', evidence: 'url' }),
    );
    const [one, two] = before.milestones as [EscrowOnChain['milestones'][number], EscrowOnChain['milestones'][number]];
    const after = { ...before, milestones: [one, { ...two, status: 'done', evidence: 'url' }] };
    expect(life.read(name, escrow)).toEqual(after);
    expect(reported.value.type).toBe('scvVoid');
    expect(reported.events).toEqual([{ topics: mine('change-status'), data: data(after, name) }]);
    done(life.act(name, escrow, 'change-status', 'provider', { index: 1, status: 'better' }));
    expect(life.read(name, escrow).milestones[1]).toMatchObject({ status: 'better', evidence: 'url' });
  });

  test('the approver can approve even a disputed milestone', () => {
    const escrow = disputed(name, 0n);
    const before = life.read(name, escrow);
    const approved = done(life.act(name, escrow, 'approve', 'client'));
    const after = withFirst(before, { flags: { ...before.milestones[0]?.flags, approved: true } });
    expect(life.read(name, escrow)).toEqual(after);
    expect(approved.events).toEqual([{ topics: mine('approve'), data: data(after, name) }]);
  });

  test('the release signer pays fee address, platform and receiver, and the status may still change', () => {
    const escrow = life.funded(name, ALL + 5n);
    const before = approveAll(name, escrow);
    const released = life.act(name, escrow, 'release', 'releaser');
    const fees = { service: (amount * 30n) / 10_000n, platform: amount / 100n };
    expect(reportOf(released, escrow)).toEqual({
      paid: [
        [FEE_ADDRESS, fees.service],
        [platform, fees.platform],
        [receiver, amount - fees.service - fees.platform],
      ],
      own: [{ topics: mine('release'), data: addressValue(person('releaser')) }],
    });
    expect(life.read(name, escrow)).toEqual(withFlags(before, { released: true }));
    expect(life.balance(escrow)).toBe(ALL + 5n - amount);
    done(life.act(name, escrow, 'change-status', 'provider', { status: 'still open' }));
    done(life.act(name, escrow, 'fund', 'client', { escrow: life.read(name, escrow), amount: 1n }));
    expect(life.balance(escrow)).toBe(ALL + 6n - amount);
  });

  test('a release does not check its fee address', () => {
    const escrow = life.funded(name, ALL);
    approveAll(name, escrow);
    const stranger = person('stranger');
    expect(reportOf(life.act(name, escrow, 'release', 'releaser', { feeAddress: stranger }), escrow).paid[0]).toEqual([
      stranger,
      (amount * 30n) / 10_000n,
    ]);
    expect(reportOf(life.act(name, escrow, 'change-status', 'provider'), escrow).paid).toEqual([]);
  });

  test('a release skips transfers of zero', () => {
    const escrow = life.funded(name, 33n, {
      platformFee: 0,
      ...(isSingle
        ? { amount: 33n }
        : {
            milestones: [
              { ...(lifeEscrow(name).milestones[0] as never as EscrowOnChain['milestones'][number]), amount: 33n },
            ],
          }),
    });
    for (const index of isSingle ? [0, 1] : [0]) done(life.act(name, escrow, 'approve', 'client', { index }));
    expect(reportOf(life.act(name, escrow, 'release', 'releaser'), escrow).paid).toEqual([[receiver, 33n]]);
    expect(life.balance(escrow)).toBe(0n);
  });

  test.each(['client', 'provider', 'platform', 'releaser', 'receiver'] as const)('the %s may dispute', (who) => {
    const escrow = life.funded(name, 0n);
    const before = life.read(name, escrow);
    const outcome = done(life.act(name, escrow, 'dispute', who));
    const after = withFlags(before, { disputed: true });
    expect(life.read(name, escrow)).toEqual(after);
    expect(outcome.events).toEqual([{ topics: mine('dispute'), data: data(after, name) }]);
  });

  test('pays the resolver’s shares to any address, in the order of addresses, less the fees', () => {
    const money = 1_000_001n;
    const escrow = disputed(name, money + (isSingle ? 0n : 7n));
    const before = life.read(name, escrow);
    const distributions = [
      [person('client'), 333_333n],
      [person('stranger'), 666_668n],
    ] as const;
    const outcome = life.act(name, escrow, 'resolve', 'arbiter', { distributions });
    const sorted = distributions.toSorted(([one], [other]) =>
      Buffer.compare(Buffer.from(addressValue(one).toXdr()), Buffer.from(addressValue(other).toXdr())),
    );
    const net = isSingle ? { 333333: 329_001n, 666668: 658_002n } : { 333333: 329_000n, 666668: 658_002n };
    const after = withFlags(before, { disputed: false, resolved: true });
    const kept = isSingle ? after : withFirst(after, { status: 'resolved' });
    expect(reportOf(outcome, escrow)).toEqual({
      paid: [
        [FEE_ADDRESS, isSingle ? 2_999n : 3_000n],
        [platform, isSingle ? 9_999n : 10_000n],
        ...sorted.map(([to, share]) => [to, net[Number(share) as keyof typeof net]]),
      ],
      own: [{ topics: mine('resolve'), data: data(kept, name) }],
    });
    expect(life.read(name, escrow)).toEqual(kept);
    // By the one rule one unit more leaves than was distributed.
    expect(life.balance(escrow)).toBe(isSingle ? 0n : 6n);
  });

  if (!isSingle) {
    test('a distribution that rounding makes larger than the balance fails, and nothing moves', () => {
      const escrow = disputed(name, 1_000_001n);
      const before = life.balance(person('stranger'));
      const distributions = [
        [person('client'), 333_333n],
        [person('stranger'), 666_668n],
      ] as const;
      expect(life.act(name, escrow, 'resolve', 'arbiter', { distributions })).toEqual({
        error: expect.stringContaining('Error(Contract, #10)'),
      });
      expect([life.balance(escrow), life.balance(person('stranger'))]).toEqual([1_000_001n, before]);
    });
  }

  test('the resolver can withdraw what is left, even disputed money, without changing the escrow’s state', () => {
    const escrow = disputed(name, 1_000n);
    if (!isSingle) done(life.act(name, escrow, 'dispute', 'client', { index: 1 }));
    const before = life.read(name, escrow);
    const outcome = life.act(name, escrow, 'withdraw', 'arbiter', { distributions: [[person('client'), 1_000n]] });
    expect(reportOf(outcome, escrow)).toEqual({
      paid: [
        [FEE_ADDRESS, 3n],
        [platform, 10n],
        [person('client'), 987n],
      ],
      own: isSingle ? [] : [{ topics: ['tw_withdraw'], data: data(before, name) }],
    });
    expect(life.read(name, escrow)).toEqual(before);
    expect(life.balance(escrow)).toBe(0n);
  });

  test('the platform can change all terms but itself while the escrow is empty', () => {
    const escrow = life.funded(name, 0n);
    const [first] = lifeEscrow(name).milestones;
    const next = lifeEscrow(name, {
      title: 'New',
      platformFee: 7,
      milestones: [{ ...first, description: 'One' } as never],
    });
    const { value, events } = done(life.act(name, escrow, 'update', 'platform', { escrow: next }));
    const encoded = LIFE_KINDS[name].encode(next);
    expect(value.equals(encoded)).toBe(true);
    expect(life.read(name, escrow)).toEqual(next);
    const answer = [addressValue(platform), xdr.ScVal.scvString(next.engagementId), encoded];
    expect(events).toEqual([{ topics: mine('update'), data: xdr.ScVal.scvVec(answer) }]);
  });

  test('the platform can add milestones while the escrow has money', () => {
    const escrow = life.funded(name, 5n);
    if (!isSingle) done(life.act(name, escrow, 'approve', 'client'));
    const old = life.read(name, escrow);
    const next = { ...old, milestones: [...old.milestones, ...lifeEscrow(name).milestones] };
    done(life.act(name, escrow, 'update', 'platform', { escrow: next }));
    expect(life.read(name, escrow)).toEqual(next);
  });

  test('the platform can extend the contract’s time to live', () => {
    const escrow = life.funded(name, 0n);
    const { events } = done(life.act(name, escrow, 'extend', 'platform', { ledgers: 500_000 }));
    expect(events).toEqual([
      { topics: mine('extend'), data: xdr.ScVal.scvVec([addressValue(platform), xdr.ScVal.scvU32(500_000)]) },
    ]);
    const own = contractDataKey(escrow, xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Escrow')]));
    const keys = [instanceKey(escrow), own].map(keyText);
    const { entries, latestLedger } = life.t.ask('getLedgerEntries', { keys });
    expect(entries.map(({ liveUntilLedgerSeq }: { liveUntilLedgerSeq: number }) => liveUntilLedgerSeq)).toEqual(
      keys.map(() => latestLedger + 500_000),
    );
  });
});

test('a released single-release escrow can be disputed, and resolved if money came since', () => {
  const escrow = life.funded('single', ALL);
  approveAll('single', escrow);
  done(life.act('single', escrow, 'release', 'releaser'));
  done(life.act('single', escrow, 'dispute', 'client'));
  done(life.act('single', escrow, 'fund', 'client', { escrow: life.read('single', escrow), amount: 1_000n }));
  done(life.act('single', escrow, 'resolve', 'arbiter', { distributions: [[person('client'), 1_000n]] }));
  expect(life.read('single', escrow).flags).toEqual({ disputed: false, released: true, resolved: true });
});
