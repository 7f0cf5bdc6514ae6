/** Every call of both escrow contracts: in each state, by everyone, and with values on both sides of each limit. */
import type { Act, Argument, EscrowOnChain } from '@countersign/core/kinds';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import {
  type CallValues,
  CONTRACT_NAMES,
  type ContractName,
  type EscrowLife,
  FEE_ADDRESS,
  LIFE_KINDS,
  lifeEscrow,
  openEscrowLife,
  PEOPLE,
  type Person,
  person,
} from '@countersign/testkit/ledger/escrow-life';
import {
  ALL,
  added,
  approvedAll,
  crowd,
  noStatus,
  paying,
  raise,
  UNIT,
  withAmount,
} from '@countersign/testkit/ledger/refusals';
import { TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { Address, Contract, scValToNative, xdr } from '@stellar/stellar-sdk/base';
import { beforeEach, describe, expect, test } from 'vitest';
import { addressValue, i128 } from '../../host/values.ts';

/** Of its own in each test, so that each can run alone. */
let life: EscrowLife;
beforeEach(() => {
  life = openEscrowLife();
});

type Values = Readonly<Partial<Record<Argument, xdr.ScVal>>>;
type State = readonly [
  title: string,
  money: bigint,
  terms: (name: ContractName) => Partial<EscrowOnChain>,
  before: readonly (readonly [Act, Person, CallValues?])[],
];
const as = () => ({});
const dispute = ['dispute', 'client'] as const;
const release = ['release', 'releaser'] as const;
const resolve = (amount: bigint) => ['resolve', 'arbiter', paying(amount)] as const;
const STATES = (name: ContractName): readonly State[] => [
  ['new, without money', 0n, as, []],
  ['funded', ALL, as, []],
  ['funded, without a status', ALL, noStatus, []],
  ['first milestone approved', ALL, as, approvedAll.slice(0, 1)],
  ['all approved', ALL, as, approvedAll],
  ['all approved, without money', 0n, as, approvedAll],
  ['in dispute', ALL, as, [dispute]],
  ['approved and in dispute', ALL, as, [...approvedAll, dispute]],
  ['released', ALL, as, [...approvedAll, release]],
  ['resolved', ALL, as, [dispute, resolve(name === 'single' ? ALL : 60n * UNIT)]],
  ...(name === 'single' ? [] : [['all in dispute', ALL, as, [dispute, ['dispute', 'client', { index: 1 }]]] as const]),
];

const u32 = xdr.ScVal.scvU32;
const text = xdr.ScVal.scvString;
const shares = (list: readonly (readonly [string, bigint])[]): xdr.ScVal =>
  xdr.ScVal.scvMap(
    list
      .map(([to, amount]) => new xdr.ScMapEntry({ key: addressValue(to), val: i128(amount) }))
      .sort((one, other) => Buffer.compare(one.key.toXdr(), other.key.toXdr())),
  );
const payees = (...amounts: bigint[]) => shares(paying(...amounts).distributions ?? []);

/** Simulates a call, which changes nothing, and shows all that it would do. */
function called(signer: Person, contract: string, name: string, args: readonly xdr.ScVal[]): string {
  const transaction = life.t.build(sandboxKeypair(signer), [new Contract(contract).call(name, ...args)]).toXdr();
  const { error, events, results, stateChanges, minResourceFee } = life.t.ask('simulateTransaction', { transaction });
  if (error !== undefined) return named(error.replaceAll(/\s+/g, ' '), contract);
  const changes: string[] = stateChanges.flatMap(changesIn);
  const emitted = events.map((event: string) => {
    const { topics, data } = xdr.DiagnosticEvent.fromXdr(event, 'base64').event.body.v0;
    return `${topics.map((topic) => plain(topic)).join(' ')} ${shortly(data)}`;
  });
  const [{ auth, xdr: returned }] = results;
  const authorised = auth.map((entry: string) => authorisation(xdr.SorobanAuthorizationEntry.fromXdr(entry, 'base64')));
  const value = xdr.ScVal.fromXdr(returned, 'base64');
  const lines = [
    ...authorised.map((line: string) => `  signs: ${line}`),
    ...changes.map((line) => `  ${line}`),
    ...emitted.map((line: string) => `  event ${line}`),
    ...(value.type === 'scvVoid' ? [] : [`  returns ${shortly(value)}`]),
    `  costs ${minResourceFee}`,
  ];
  return named(lines.join('\n'), contract);
}

const plain = (value: xdr.ScVal): string => {
  const native = scValToNative(value);
  return typeof native === 'string'
    ? native
    : JSON.stringify(native, (_, each) => (typeof each === 'bigint' ? `${each}` : each));
};
/** An escrow in a list is what the changes show already. */
const shortly = (value: xdr.ScVal): string =>
  plain(value).replaceAll(/\{"(?:amount|description)":.*"trustline":\{[^}]*\}\}/g, '<escrow>');

function authorisation({ credentials, rootInvocation }: xdr.SorobanAuthorizationEntry): string {
  const tree = (each: xdr.SorobanAuthorizedInvocation): string => {
    const name =
      each.function.type === 'sorobanAuthorizedFunctionTypeContractFn' ? each.function.contractFn.functionName : '?';
    return each.subInvocations.length === 0 ? `${name}` : `${name} (${each.subInvocations.map(tree).join(', ')})`;
  };
  return `${credentials.type === 'sorobanCredentialsSourceAccount' ? '' : `${credentials.type} `}${tree(rootInvocation)}`;
}

type Change = { readonly before: string | null; readonly after: string };
function changesIn({ before, after }: Change): string[] {
  const [old, now] = [before, after].map((entry) =>
    entry === null ? {} : fieldsOf(xdr.LedgerEntry.fromXdr(entry, 'base64').data),
  ) as [Record<string, string>, Record<string, string>];
  // Where there are many milestones, the first show what the others are.
  const shown = Object.keys({ ...old, ...now }).filter((field) => !/milestones\.([3-9]|\d\d)/.test(field));
  return shown.flatMap((field) =>
    old[field] === now[field] ? [] : `${field}: ${old[field] ?? 'absent'} → ${now[field] ?? 'absent'}`,
  );
}

function fieldsOf(data: xdr.LedgerEntryData): Record<string, string> {
  if (data.type === 'trustline') {
    return { [`balance of ${Address.fromString(accountIn(data.trustLine.accountId))}`]: `${data.trustLine.balance}` };
  }
  if (data.type !== 'contractData') return { [data.type]: data.toXdr('base64') };
  const { contract, key, val } = data.contractData;
  if (key.type === 'scvLedgerKeyNonce') return { nonce: 'used' };
  const owner = Address.fromScAddress(contract).toString();
  if (val.type === 'scvContractInstance') return { [`instance of ${owner}`]: val.instance.executable.type };
  return Object.fromEntries(flat(scValToNative(val), owner === TOKEN.address ? plain(key) : 'escrow'));
}

const accountIn = (id: xdr.PublicKey) => Address.account(id.ed25519.toBytes()).toString();

function flat(value: unknown, path: string): (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null)
    return [[path, JSON.stringify(typeof value === 'bigint' ? `${value}` : value)]];
  return Object.entries(value).flatMap(([key, each]) => flat(each, `${path}.${key}`));
}

const NAMES = [
  ...PEOPLE.map((name) => [person(name), name] as const),
  [FEE_ADDRESS, 'fee'] as const,
  [TOKEN.address, 'token'] as const,
  [`USDC:${TOKEN.issuer}`, 'USDC'] as const,
];
const named = (line: string, escrow: string): string =>
  [...NAMES, [escrow, 'escrow'] as const].reduce((all, [address, name]) => all.replaceAll(address, name), line);

/** @param values in place of an honest caller's */
function argumentsOf(name: ContractName, act: Act, signer: Person, values: Values): xdr.ScVal[] {
  const amount = name === 'single' ? ALL : 60n * UNIT;
  const honest: Values = {
    ...{
      signer: addressValue(person(signer)),
      feeAddress: addressValue(FEE_ADDRESS),
      index: u32(0),
      ledgers: u32(200_000),
    },
    ...{ status: text('done'), evidence: text('https://example.org'), amount: i128(7n), distributions: payees(amount) },
    escrow: LIFE_KINDS[name].encode(lifeEscrow(name)),
  };
  return (LIFE_KINDS[name].functions[act]?.takes ?? []).map((each) => (values[each] ?? honest[each]) as xdr.ScVal);
}

const tried = (name: ContractName, escrow: string, act: Act, signer: Person, values: Values = {}) =>
  called(signer, escrow, LIFE_KINDS[name].functions[act]?.name ?? '', argumentsOf(name, act, signer, values));

/** Those with the same outcome on one line. */
function byOutcome(outcomes: readonly (readonly [string, string])[]): string[] {
  const groups = Map.groupBy(outcomes, ([, outcome]) => outcome);
  return [...groups].map(
    ([outcome, of]) =>
      `  ${of.map(([who]) => who).join(', ')}: ${outcome.includes('\n') ? `\n${outcome}` : outcome.trim()}`,
  );
}

function brought(name: ContractName, [, money, terms, before]: State): string {
  const escrow = life.funded(name, money, terms(name));
  for (const [act, signer, values] of before)
    expect(life.act(name, escrow, act, signer, values)).toHaveProperty('events');
  return escrow;
}

type Case = readonly [title: string, act: Act, signer: Person, values?: Values];
const LIMITS = (name: ContractName): readonly (readonly [State, readonly Case[]])[] => {
  const isSingle = name === 'single';
  const expecting = (change: Partial<EscrowOnChain> = {}) => LIFE_KINDS[name].encode(lifeEscrow(name, change));
  const fund = (title: string, values: Values): Case => [`fund ${title}`, 'fund', 'stranger', values];
  const update = (title: string, change: Partial<EscrowOnChain>): Case => [
    `update ${title}`,
    'update',
    'platform',
    { escrow: expecting(change) },
  ];
  const share = (title: string, act: 'resolve' | 'withdraw', distributions: xdr.ScVal): Case => [
    `${act} ${title}`,
    act,
    'arbiter',
    { distributions },
  ];
  const roles = (change: object) => ({ roles: { ...lifeEscrow(name).roles, ...change } });
  const updates = [
    update('nothing', {}),
    update('the title', { title: 'T' }),
    update('the fee to its most', { platformFee: 9_900 }),
    update('the fee above its most', { platformFee: 9_901 }),
    update('the approver', roles({ approver: person('stranger') })),
    update('the platform', roles({ platformAddress: person('stranger') })),
    update('an amount to 1', withAmount(name, 1n)),
    update('an amount to 0', withAmount(name, 0n)),
    update('to one milestone', { milestones: lifeEscrow(name).milestones.slice(0, 1) }),
    update('to no milestone', { milestones: [] }),
    update('one milestone more', added(name, 1)),
    update('to 50 milestones', added(name, 48)),
    update('to 51 milestones', added(name, 49)),
    update('an approved milestone', raise(name, 0)),
    update(
      'one more that is approved',
      added(name, 1, { flags: { ...lifeEscrow(name).milestones[0]?.flags, approved: true } }),
    ),
    update('the status of a milestone', noStatus(name)),
  ];
  const odd = isSingle ? ALL : 100n * UNIT;
  return [
    [
      ['without money', 0n, as, []],
      [
        ...updates,
        fund('1', { amount: i128(1n) }),
        fund('0', { amount: i128(0n) }),
        fund('-1', { amount: i128(-1n) }),
        fund('all that it has', { amount: i128(1_000_000_000_000n) }),
        fund('1 more than it has', { amount: i128(1_000_000_000_001n) }),
        fund('an amount as u64', { amount: xdr.ScVal.scvU64(7n) }),
        fund('an escrow with another title', { escrow: expecting({ title: 'T' }) }),
        fund('something else', { escrow: u32(1) }),
        ['status of the second', 'change-status', 'provider', { index: u32(1) }],
        ['status of a third', 'change-status', 'provider', { index: u32(2) }],
        ['status of a third by another', 'change-status', 'client', { index: u32(2) }],
        ['an empty status', 'change-status', 'provider', { status: text('') }],
        ['an empty status by another', 'change-status', 'client', { status: text('') }],
        ['a status without evidence', 'change-status', 'provider', { evidence: xdr.ScVal.scvVoid() }],
        ['a status that is a symbol', 'change-status', 'provider', { status: xdr.ScVal.scvSymbol('done') }],
        [
          'a status that is no UTF-8',
          'change-status',
          'provider',
          { status: xdr.ScVal.scvString(Buffer.from([0xff])) },
        ],
        ['an index as i32', 'change-status', 'provider', { index: xdr.ScVal.scvI32(0) }],
        ['approve a third', 'approve', 'client', { index: u32(2) }],
        ['approve for another', 'approve', 'stranger', { signer: addressValue(person('client')) }],
        ['release a third', 'release', 'releaser', { index: u32(2) }],
        ['dispute a third', 'dispute', 'client', { index: u32(2) }],
        ['resolve a third', 'resolve', 'arbiter', { index: u32(2) }],
        ...[0, 1, 120_958, 120_959, 3_110_399, 3_110_400].map(
          (ledgers): Case => [`extend by ${ledgers}`, 'extend', 'platform', { ledgers: u32(ledgers) }],
        ),
      ],
    ],
    [['with 1', 1n, as, []], updates],
    [
      ['approved, with all that is paid', odd, as, approvedAll],
      [
        ['release', 'release', 'releaser'],
        [
          'release to a fee address without a trustline',
          'release',
          'releaser',
          { feeAddress: addressValue(sandboxKeypair('payee 0').publicKey()) },
        ],
        update('one milestone more', added(name, 1)),
      ],
    ],
    [['approved, with 1 less than is paid', odd - 1n, as, approvedAll], [['release', 'release', 'releaser']]],
    [['approved, without a fee', odd, () => ({ platformFee: 0 }), approvedAll], [['release', 'release', 'releaser']]],
    [
      ['approved, with small amounts', 333n, () => (isSingle ? { amount: 333n } : withFirstAmount(333n)), approvedAll],
      [['release', 'release', 'releaser']],
    ],
    [
      [
        'in dispute, with all that it is about',
        odd,
        as,
        [dispute, ...(isSingle ? [] : [['dispute', 'client', { index: 1 }] as const])],
      ],
      (['resolve', 'withdraw'] as const).flatMap((act) => [
        share('all', act, payees(odd)),
        share('1 less', act, payees(odd - 1n)),
        share('1 more', act, payees(odd + 1n)),
        share('in two', act, payees(1n, odd - 1n)),
        share('in three that do not divide', act, payees(333_333n, 333_334n, odd - 666_667n)),
        share('nothing', act, payees()),
        share('0 to one', act, payees(0n, odd)),
        share('less than 0 to one', act, payees(-1n, odd)),
        share('more than an i128', act, payees(2n ** 127n - 1n, 1n)),
        share('to someone without a trustline', act, shares(crowd(1).distributions)),
        share('to 50', act, crowdOf(50)),
        share('to 51', act, crowdOf(51)),
        share('in the wrong order', act, xdr.ScVal.scvMap(((payees(1n, 2n) as xdr.ScValMap).map ?? []).toReversed())),
        share('to one twice', act, xdr.ScVal.scvMap([0, 0].flatMap(() => (payees(odd) as xdr.ScValMap).map ?? []))),
        share('as a list', act, xdr.ScVal.scvVec([])),
      ]),
    ],
    [
      ['in dispute, with an amount whose shares round up', 1_000_001n, as, [dispute]],
      [share('in two that round up', 'resolve', payees(333_333n, 666_668n))],
    ],
    [
      ['in dispute, with 1 less', odd - 1n, as, [dispute]],
      [share('all', 'resolve', payees(odd)), share('what is there', 'resolve', payees(odd - 1n))],
    ],
  ];
};
const withFirstAmount = (amount: bigint): Partial<EscrowOnChain> => ({
  milestones: lifeEscrow('multi').milestones.map((milestone, at) => (at === 0 ? { ...milestone, amount } : milestone)),
});
/** Contracts, which need no trustline. */
const crowdOf = (count: number) =>
  shares(
    Array.from({ length: count }, (_, at) => [Address.contract(Buffer.alloc(32, at)).toString(), 1_000_000n] as const),
  );

/** The role that may call it, and neighbours in the list of roles. */
const CALLERS: Readonly<Record<Act, readonly Person[]>> = {
  ...{ fund: ['client', 'stranger'], 'change-status': ['provider', 'client'], approve: ['client', 'provider'] },
  ...{ release: ['releaser', 'receiver', 'client'], dispute: PEOPLE, resolve: ['arbiter', 'platform', 'client'] },
  ...{ withdraw: ['arbiter', 'releaser'], update: ['platform', 'arbiter'], extend: ['platform', 'provider'] },
};

describe.each(CONTRACT_NAMES)('the %s-release contract', (name) => {
  const acts = Object.keys(LIFE_KINDS[name].functions) as Act[];

  test('answers everyone in every state', async () => {
    const lines = STATES(name).flatMap((state) => {
      const escrow = brought(name, state);
      const present = LIFE_KINDS[name].encode(life.read(name, escrow));
      return [
        `\n# ${state[0]}`,
        ...acts.flatMap((act) => [
          act,
          ...byOutcome(CALLERS[act].map((who) => [who, tried(name, escrow, act, who, { escrow: present })])),
        ]),
      ];
    });
    await expect(`${lines.join('\n').trim()}\n`).toMatchFileSnapshot(`recorded/every-caller-${name}.txt`);
  });

  test('accepts or refuses values on both sides of each limit', async () => {
    const lines = LIMITS(name).flatMap(([state, cases]) => {
      const escrow = brought(name, state);
      return [
        `\n# ${state[0]}`,
        ...cases.map(
          ([title, act, signer, values]) =>
            `${title}: ${tried(name, escrow, act, signer, values).replace(/^ /, '\n ')}`,
        ),
      ];
    });
    await expect(`${lines.join('\n').trim()}\n`).toMatchFileSnapshot(`recorded/every-limit-${name}.txt`);
  });
});
