/** The lives that a rehearsal plays: each step, who signs it, and what the ledger must show afterwards. */
import type { StepName } from '@countersign/core/escrow';
import type { Release } from '@countersign/core/network';

/** Who takes part, each with a throw-away account. */
export const PARTIES = ['client', 'worker', 'platform', 'arbiter'] as const;
export type Party = (typeof PARTIES)[number];
/** Whose balance is compared: `service` gets the service's share. */
export type Holder = 'escrow' | 'client' | 'worker' | 'platform' | 'service';

type Addresses = Readonly<Record<Party, string>>;
type Fields = Readonly<Record<string, unknown>>;

export type Step = {
  readonly title: string;
  readonly action: 'deploy' | 'fund' | StepName;
  readonly by: Party;
  readonly input: (who: Addresses) => Fields;
  /** The states of milestones afterwards, by number, and whether they have evidence; of all others nothing is expected. */
  readonly states?: Readonly<Record<number, string>>;
  /** Changes of balances, in token units; every holder that is not named keeps what it has. */
  readonly moves?: Readonly<Partial<Record<Holder, string>>>;
};

export type Life = {
  readonly name: string;
  readonly release: Release;
  /** What the client pays in, in token units. */
  readonly total: string;
  readonly steps: readonly Step[];
};

/** @param amounts of the milestones */
const deploy = (release: Release, title: string, amounts: readonly string[]): Step => ({
  title: 'deploy the escrow',
  action: 'deploy',
  by: 'client',
  input: ({ client, worker, platform, arbiter }) => ({
    ...(release === 'single' ? { kind: 'single' } : {}),
    signer: client,
    title,
    description: 'Played by throw-away accounts.',
    platformFee: '1.5',
    roles: {
      approver: client,
      serviceProvider: worker,
      platformAddress: platform,
      releaseSigner: client,
      disputeResolver: arbiter,
      receiver: worker,
    },
    milestones: amounts.map((amount, index) => ({ description: `Part ${index + 1}`, amount })),
  }),
  states: Object.fromEntries(amounts.map((_, index) => [index + 1, 'open'])),
});

const fund = (amount: string): Step => ({
  title: `pay ${amount} in`,
  action: 'fund',
  by: 'client',
  input: ({ client }) => ({ signer: client, amount }),
  moves: { client: `-${amount}`, escrow: amount },
});

const report = (milestone: number): Step => ({
  title: `report milestone ${milestone}`,
  action: 'change-status',
  by: 'worker',
  input: () => ({ milestone, status: 'done', evidence: 'https://example.com/rehearsal.pdf' }),
  states: { [milestone]: 'open (reported)' },
});

const approve = (milestone: number, state = 'approved (reported)'): Step => ({
  title: `approve milestone ${milestone}`,
  action: 'approve',
  by: 'client',
  input: () => ({ milestone }),
  states: { [milestone]: state },
});

/** @param milestone absent: all of a single-release escrow */
const dispute = (by: Party, milestone?: number): Step => ({
  title: milestone === undefined ? 'dispute the escrow' : `dispute milestone ${milestone}`,
  action: 'dispute',
  by,
  input: (who) => ({ ...(milestone === undefined ? {} : { milestone }), signer: who[by] }),
  states: { [milestone ?? 1]: 'disputed' },
});

type Shares = Readonly<Partial<Record<Party, string>>>;

/** What the arbiter decides. @param decision with the number of a milestone where there is one */
const decide = (
  title: string,
  action: 'resolve' | 'withdraw',
  decision: Fields,
  shares: Shares,
  effect: Pick<Step, 'states' | 'moves'>,
): Step => ({
  title,
  action,
  by: 'arbiter',
  input: (who) => ({
    ...decision,
    distributions: Object.entries(shares).map(([party, amount]) => ({ address: who[party as Party], amount })),
  }),
  ...effect,
});

const payOut = (title: string, input: Fields, effect: Pick<Step, 'states' | 'moves'>): Step => ({
  title,
  action: 'release',
  by: 'client',
  input: () => input,
  ...effect,
});

/** By the rules of the contracts: 0.3 % for the service, 1.5 % for the platform. All amounts divide, so that no rounding is expected. */
export const LIVES: readonly Life[] = [
  {
    name: 'multi-release',
    release: 'multi',
    total: '4.5',
    steps: [
      deploy('multi', 'Rehearsal with three milestones', ['1.5', '2', '1']),
      fund('4.5'),
      report(1),
      approve(1),
      payOut(
        'release milestone 1',
        { milestone: 1 },
        {
          states: { 1: 'released (reported)' },
          moves: { escrow: '-1.5', service: '0.0045', platform: '0.0225', worker: '1.473' },
        },
      ),
      dispute('worker', 2),
      decide(
        'resolve milestone 2',
        'resolve',
        { milestone: 2 },
        { client: '1', worker: '1' },
        {
          states: { 2: 'resolved' },
          moves: { escrow: '-2', service: '0.006', platform: '0.03', client: '0.982', worker: '0.982' },
        },
      ),
      dispute('client', 3),
      decide(
        'withdraw what is left',
        'withdraw',
        {},
        { client: '1' },
        {
          moves: { escrow: '-1', service: '0.003', platform: '0.015', client: '0.982' },
        },
      ),
    ],
  },
  {
    name: 'single-release, released',
    release: 'single',
    total: '2',
    steps: [
      deploy('single', 'Rehearsal that is paid out', ['1.5', '0.5']),
      fund('2'),
      report(1),
      approve(1),
      approve(2, 'approved'),
      payOut(
        'release everything',
        {},
        {
          states: { 1: 'released (reported)', 2: 'released' },
          moves: { escrow: '-2', service: '0.006', platform: '0.03', worker: '1.964' },
        },
      ),
    ],
  },
  {
    name: 'single-release, disputed',
    release: 'single',
    total: '2',
    steps: [
      deploy('single', 'Rehearsal that is disputed', ['2']),
      fund('2'),
      dispute('client'),
      decide(
        'resolve it',
        'resolve',
        {},
        { client: '1.5', worker: '0.5' },
        {
          states: { 1: 'resolved' },
          moves: { escrow: '-2', service: '0.006', platform: '0.03', client: '1.473', worker: '0.491' },
        },
      ),
    ],
  },
];
