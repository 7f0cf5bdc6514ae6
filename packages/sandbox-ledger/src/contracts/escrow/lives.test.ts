/** Many lives of escrows by chance, in which no unit of the token appears or is lost; and what no record shows. */
import { ACTS, type Act, type EscrowOnChain, payoutOf, splitOf } from '@countersign/core/kinds';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import {
  type CallValues,
  CONTRACT_NAMES,
  type ContractName,
  FEE_ADDRESS,
  LIFE_KINDS,
  lifeEscrow,
  type Outcome,
  openEscrowLife,
  PEOPLE,
  type Person,
  person,
  ROLES,
} from '@countersign/testkit/ledger/escrow-life';
import { holdersOf } from '@countersign/testkit/ledger/life-chances';
import { TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { createRandom, type Random } from '@countersign/testkit/mutation/random';
import { SEED } from '@countersign/testkit/proof/share';
import { Asset, Contract, scValToNative, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { addressValue, symbol } from '../../host/values.ts';
import { codeKey, contractDataKey, instanceKey, keyText, trustlineKey } from '../../keys.ts';

const life = openEscrowLife();

const UNIT = 10_000_000n;
const LIVES = 8;
const STEPS = 24;
const HOLDERS = [...PEOPLE.map(person), FEE_ADDRESS];
const inAccounts = (): bigint => HOLDERS.reduce((sum, holder) => sum + life.balance(holder), 0n);

const done = (outcome: Outcome) => {
  if ('error' in outcome) throw new Error(outcome.error);
  return outcome;
};

test.each(CONTRACT_NAMES)('%s: in lives by chance every unit is conserved, and paid as fees and shares say', (name) => {
  const random = createRandom(SEED);
  const outcomes: string[] = [];
  for (let one = 0; one < LIVES; one++) {
    const before = inAccounts();
    const escrow = life.funded(name, random.pick([0n, 300n, 777n]) * UNIT, {
      platformFee: random.pick([0, 1, 123, 9_900]),
    });
    for (let step = 0; step < STEPS; step++) {
      const known = life.read(name, escrow);
      const balance = life.balance(escrow);
      const tried = chosen(random, known, balance, name);
      const outcome = life.act(name, escrow, tried.act, tried.who, tried.values);
      const now = life.balance(escrow);
      const isDone = 'events' in outcome;
      outcomes.push(`${tried.act} ${isDone}`);
      expect(inAccounts() + now).toBe(before);
      expect(isDone ? paidBy(outcome, escrow) : []).toEqual(isDone ? due(tried, known, name) : []);
      if (!isDone) expect(now).toBe(balance);
      expect(now).toBeGreaterThanOrEqual(0n);
    }
  }
  // Chance brought each step about at least once.
  for (const act of Object.keys(LIFE_KINDS[name].functions)) expect(outcomes).toContain(`${act} true`);
});

type Tried = { readonly act: Act; readonly who: Person; readonly values: CallValues };

/** Anyone may fund. */
const whoMay = (act: Act, known: EscrowOnChain): readonly Person[] =>
  act === 'fund' ? ['client', 'stranger'] : PEOPLE.filter((each) => holdersOf(act, known).includes(person(each)));

/** What brings the life on. */
function next(random: Random, { flags, milestones }: EscrowOnChain, balance: bigint): Act {
  const parts = flags === undefined ? milestones.map((milestone) => milestone.flags) : [flags];
  if (parts.some(({ disputed }) => disputed === true)) return 'resolve';
  if (parts.every(isClosed)) return balance === 0n ? 'fund' : 'withdraw';
  if (milestones.some((milestone) => milestone.flags.approved !== true))
    return random.pick(['approve', 'approve', 'update']);
  return random.pick(['fund', 'release', 'release', 'dispute']);
}

function chosen(random: Random, known: EscrowOnChain, balance: bigint, name: ContractName): Tried {
  const act = random.below(2) === 0 ? next(random, known, balance) : random.pick(ACTS);
  const who = random.below(10) === 0 ? random.pick(PEOPLE) : random.pick(whoMay(act, known));
  // One that is in the state for it, as a rule.
  const fit = known.milestones.findIndex(({ flags }) =>
    act === 'resolve' ? flags.disputed : act === 'approve' ? flags.approved !== true : !isClosed(flags),
  );
  const index =
    random.below(20) === 0 ? 7 : random.below(4) === 0 || fit < 0 ? random.below(known.milestones.length) : fit;
  const most = act === 'resolve' && name !== 'single' ? (known.milestones[index]?.amount ?? 0n) : balance;
  // As a rule all that there is, in odd parts.
  const total = random.below(3) === 0 ? BigInt(random.below(1_000_000)) : most < balance ? most : balance;
  const part = (total * BigInt(random.below(1000))) / 1000n;
  const shares = [
    [person('client'), part],
    [person('stranger'), total - part],
  ] as const;
  const fresh = lifeEscrow(name, { platformFee: known.platformFee }).milestones.slice(0, 1);
  const escrow = act === 'update' ? { ...known, milestones: [...known.milestones, ...fresh] } : known;
  const amount = BigInt(random.below(200_000_000));
  const distributions = shares.filter(([, share]) => share > 0n || random.below(50) === 0);
  return {
    act,
    who,
    values: { index, distributions, escrow, amount, ledgers: random.below(2_000_000), evidence: 'x' },
  };
}

const isClosed = ({ disputed, released, resolved }: EscrowOnChain['milestones'][number]['flags']) =>
  disputed === true || released === true || resolved === true;

/** Every transfer of a call from the escrow. */
function paidBy(outcome: Outcome, escrow: string): (readonly [unknown, bigint])[] {
  return done(outcome)
    .events.filter(({ topics }) => topics[0] === 'transfer' && topics[1] === escrow)
    .map(({ topics, data }) => [topics[2], scValToNative(data) as bigint] as const);
}

/** What a call that succeeds must have paid. */
function due({ act, values }: Tried, known: EscrowOnChain, name: ContractName): (readonly [unknown, bigint])[] {
  const { index = 0, distributions = [] } = values;
  const platform = known.roles.platformAddress;
  const milestone = known.milestones[Number(index)];
  if (act === 'release') {
    const { service, platform: fee, receiver } = payoutOf(known.amount ?? milestone?.amount ?? 0n, known.platformFee);
    const all = [
      [FEE_ADDRESS, service],
      [platform, fee],
      [known.roles.receiver ?? milestone?.receiver, receiver],
    ] as const;
    return all.filter(([, amount]) => amount > 0n);
  }
  if (act !== 'resolve' && act !== 'withdraw') return [];
  const sorted = distributions.toSorted(([one], [other]) =>
    Buffer.compare(Buffer.from(addressValue(one).toXdr()), Buffer.from(addressValue(other).toXdr())),
  );
  const split = splitOf(
    sorted.map(([, amount]) => amount),
    known.platformFee,
    name === 'single' ? 'per-share' : 'off-total',
  );
  const shares = sorted.map(([to], at) => [to, split.shares[at] ?? 0n] as const);
  const all = [[FEE_ADDRESS, split.service] as const, [platform, split.platform] as const, ...shares];
  return all.filter(([, amount]) => amount > 0n);
}

test.each(CONTRACT_NAMES)('pays a contract in a role, and lets no one act for it, in a %s escrow', (name) => {
  const contract = life.funded('single', 0n);
  const roles = { ...lifeEscrow(name).roles, approver: contract };
  const escrow = life.funded(name, 300n * UNIT, {
    roles: name === 'multi' ? roles : { ...roles, receiver: contract },
    ...(name === 'multi'
      ? { milestones: lifeEscrow(name).milestones.map((milestone) => ({ ...milestone, receiver: contract })) }
      : {}),
  });
  const called = LIFE_KINDS[name].functions.approve?.name as string;
  const args = [xdr.ScVal.scvU32(0)];
  const plain = life.t.build(sandboxKeypair('client'), [
    new Contract(escrow).call(called, ...args, addressValue(contract)),
  ]);
  const { error } = life.t.ask('simulateTransaction', { transaction: plain.toXdr(), authMode: 'enforce' });
  expect(error).toContain(`Error(Auth, InvalidAction)\n\nUnauthorized function call for address ${contract}`);
  expect(life.act(name, escrow, 'approve', 'client', { raw: { signer: addressValue(contract) } })).toHaveProperty(
    'error',
  );
  expect(life.read(name, escrow).milestones[0]?.flags.approved).toBe(false);

  const other = life.funded(name, 300n * UNIT, {
    roles: { ...roles, approver: ROLES.approver, ...(name === 'multi' ? {} : { receiver: contract }) },
  });
  done(life.act(name, other, 'dispute', 'client'));
  const total = name === 'single' ? 300n * UNIT : 100n * UNIT;
  done(life.act(name, other, 'resolve', 'arbiter', { distributions: [[contract, total]] }));
  expect(life.balance(contract)).toBe(total - (total * 130n) / 10_000n);
});

test.each(CONTRACT_NAMES)('%s: the platform extends the contract’s and its record’s time to live', (name) => {
  const escrow = life.funded(name, 0n);
  done(life.act(name, escrow, 'extend', 'platform', { ledgers: 500_000 }));
  const own = contractDataKey(escrow, xdr.ScVal.scvVec([symbol('Escrow')]));
  const keys = [instanceKey(escrow), own].map(keyText);
  const { entries, latestLedger } = life.t.ask('getLedgerEntries', { keys });
  expect(entries.map(({ liveUntilLedgerSeq }: { liveUntilLedgerSeq: number }) => liveUntilLedgerSeq)).toEqual(
    keys.map(() => latestLedger + 500_000),
  );
});

test('a released single-release escrow can be disputed, and resolved if money came since', () => {
  const escrow = life.funded('single', 300n * UNIT);
  for (const index of [0, 1]) done(life.act('single', escrow, 'approve', 'client', { index }));
  done(life.act('single', escrow, 'release', 'releaser'));
  done(life.act('single', escrow, 'dispute', 'client'));
  done(life.act('single', escrow, 'fund', 'client', { escrow: life.read('single', escrow), amount: 1_000n }));
  done(life.act('single', escrow, 'resolve', 'arbiter', { distributions: [[person('client'), 1_000n]] }));
  expect(life.read('single', escrow).flags).toEqual({ disputed: false, released: true, resolved: true });
});

test('a call has the footprint of the live service’s own', () => {
  const balanceOf = (holder: string) =>
    contractDataKey(TOKEN.address, xdr.ScVal.scvVec([symbol('Balance'), addressValue(holder)]));
  const own = (escrow: string) => contractDataKey(escrow, xdr.ScVal.scvVec([symbol('Escrow')]));
  const line = (holder: string) => trustlineKey(holder, new Asset(TOKEN.code, TOKEN.issuer));
  const code = (name: ContractName) => codeKey(Buffer.from(LIFE_KINDS[name].codes.at(-1) as string, 'hex'));
  const footprintOf = (name: ContractName, escrow: string, act: Act, who: Person, ...more: xdr.ScVal[]) => {
    const called = LIFE_KINDS[name].functions[act]?.name as string;
    const prepared = life.t.prepareCall(sandboxKeypair(who), escrow, called, addressValue(person(who)), ...more);
    if (prepared === undefined) throw new Error('not simulated');
    const { tx } = (prepared.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
    const { readOnly, readWrite } = (tx.ext as xdr.TransactionExtSorobanData).sorobanData.resources.footprint;
    return { readOnly: readOnly.map(keyText).sort(), readWrite: readWrite.map(keyText).sort() };
  };
  const expected = (readOnly: xdr.LedgerKey[], readWrite: xdr.LedgerKey[]) => ({
    readOnly: readOnly.map(keyText).sort(),
    readWrite: readWrite.map(keyText).sort(),
  });

  // Without a fee the platform gets no transfer, not even of zero: its trustline is not touched.
  const multi = life.funded('multi', 100n * UNIT, { platformFee: 0 });
  done(life.act('multi', multi, 'approve', 'client'));
  const more = [addressValue(FEE_ADDRESS), xdr.ScVal.scvU32(0)];
  expect(footprintOf('multi', multi, 'release', 'releaser', ...more)).toEqual(
    expected(
      [instanceKey(TOKEN.address), instanceKey(multi), code('multi')],
      [line(person('receiver')), line(FEE_ADDRESS), balanceOf(multi), own(multi)],
    ),
  );
  const single = life.funded('single', 0n);
  expect(footprintOf('single', single, 'dispute', 'client')).toEqual(
    expected([instanceKey(single), code('single')], [own(single)]),
  );
});
