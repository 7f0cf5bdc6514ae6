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

type Effect = Pick<Step, 'states' | 'moves'>;

const step = (title: string, action: Step['action'], by: Party, input: Step['input'], effect: Effect): Step => ({
  ...{ title, action, by, input },
  ...effect,
});

/** @param amounts of the milestones */
function deploy(release: Release, title: string, amounts: readonly string[]): Step {
  const input: Step['input'] = ({ client, worker, platform, arbiter }) => ({
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
  });
  const states = Object.fromEntries(amounts.map((_, index) => [index + 1, 'open']));
  return step('deploy the escrow', 'deploy', 'client', input, { states });
}

const fund = (amount: string): Step =>
  step(`pay ${amount} in`, 'fund', 'client', ({ client }) => ({ signer: client, amount }), {
    moves: { client: `-${amount}`, escrow: amount },
  });

const report = (milestone: number): Step => {
  const input = { milestone, status: 'done', evidence: 'https://example.com/rehearsal.pdf' };
  const effect = { states: { [milestone]: 'open (reported)' } };
  return step(`report milestone ${milestone}`, 'change-status', 'worker', () => input, effect);
};

const approve = (milestone: number, state = 'approved (reported)'): Step =>
  step(`approve milestone ${milestone}`, 'approve', 'client', () => ({ milestone }), {
    states: { [milestone]: state },
  });

/** @param milestone absent: all of a single-release escrow */
const dispute = (by: Party, milestone?: number): Step => {
  const title = milestone === undefined ? 'dispute the escrow' : `dispute milestone ${milestone}`;
  const input: Step['input'] = (who) => ({ ...(milestone === undefined ? {} : { milestone }), signer: who[by] });
  return step(title, 'dispute', by, input, { states: { [milestone ?? 1]: 'disputed' } });
};

type Decision = Effect & { readonly shares: Readonly<Partial<Record<Party, string>>>; readonly milestone?: number };

/** What the arbiter decides. */
const decide = (title: string, action: 'resolve' | 'withdraw', { shares, milestone, ...effect }: Decision): Step => {
  const about = milestone === undefined ? {} : { milestone };
  const input: Step['input'] = (who) => ({
    ...about,
    distributions: Object.entries(shares).map(([party, amount]) => ({ address: who[party as Party], amount })),
  });
  return step(title, action, 'arbiter', input, effect);
};

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
      step('release milestone 1', 'release', 'client', () => ({ milestone: 1 }), {
        states: { 1: 'released (reported)' },
        moves: { escrow: '-1.5', service: '0.0045', platform: '0.0225', worker: '1.473' },
      }),
      dispute('worker', 2),
      decide('resolve milestone 2', 'resolve', {
        milestone: 2,
        shares: { client: '1', worker: '1' },
        states: { 2: 'resolved' },
        moves: { escrow: '-2', service: '0.006', platform: '0.03', client: '0.982', worker: '0.982' },
      }),
      dispute('client', 3),
      decide('withdraw what is left', 'withdraw', {
        shares: { client: '1' },
        moves: { escrow: '-1', service: '0.003', platform: '0.015', client: '0.982' },
      }),
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
      step('release everything', 'release', 'client', () => ({}), {
        states: { 1: 'released (reported)', 2: 'released' },
        moves: { escrow: '-2', service: '0.006', platform: '0.03', worker: '1.964' },
      }),
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
      decide('resolve it', 'resolve', {
        shares: { client: '1.5', worker: '0.5' },
        states: { 1: 'resolved' },
        moves: { escrow: '-2', service: '0.006', platform: '0.03', client: '1.473', worker: '0.491' },
      }),
    ],
  },
];
