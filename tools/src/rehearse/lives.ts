/** The lives that a rehearsal plays: each step, who signs it, and what the ledger must show afterwards. */
import type { StepName } from '@countersign/core/escrow';
import type { Release } from '@countersign/core/network';

/** Who takes part, each with a throw-away account. */
export const PARTIES = ['client', 'worker', 'platform', 'arbiter'] as const;
export type Party = (typeof PARTIES)[number];
/** Whose balance is compared: `service` gets the service's share. */
export const HOLDERS = ['escrow', 'client', 'worker', 'platform', 'service'] as const;
export type Holder = (typeof HOLDERS)[number];

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

const EVIDENCE = 'https://example.com/rehearsal.pdf';

/** @param amounts of the milestones */
function deploy(release: Release, title: string, amounts: readonly string[]): Step {
  return {
    title: 'deploy the escrow',
    action: 'deploy',
    by: 'client',
    input: ({ client, worker, platform, arbiter }) => ({
      ...(release === 'single' ? { kind: 'single' } : {}),
      signer: client,
      title,
      description: 'Played by throw-away accounts.',
      roles: {
        approver: client,
        serviceProvider: worker,
        platformAddress: platform,
        releaseSigner: client,
        disputeResolver: arbiter,
        receiver: worker,
      },
      platformFee: '1.5',
      milestones: amounts.map((amount, index) => ({ description: `Part ${index + 1}`, amount })),
    }),
    states: Object.fromEntries(amounts.map((_, index) => [index + 1, 'open'])),
  };
}

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
  input: () => ({ milestone, status: 'done', evidence: EVIDENCE }),
  states: { [milestone]: 'open (reported)' },
});

const approve = (milestone: number, then = 'approved (reported)'): Step => ({
  title: `approve milestone ${milestone}`,
  action: 'approve',
  by: 'client',
  input: () => ({ milestone }),
  states: { [milestone]: then },
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
      {
        title: 'release milestone 1',
        action: 'release',
        by: 'client',
        input: () => ({ milestone: 1 }),
        states: { 1: 'released (reported)' },
        moves: { escrow: '-1.5', service: '0.0045', platform: '0.0225', worker: '1.473' },
      },
      {
        title: 'dispute milestone 2',
        action: 'dispute',
        by: 'worker',
        input: ({ worker }) => ({ milestone: 2, signer: worker }),
        states: { 2: 'disputed' },
      },
      {
        title: 'resolve milestone 2',
        action: 'resolve',
        by: 'arbiter',
        input: ({ client, worker }) => ({
          milestone: 2,
          distributions: [
            { address: client, amount: '1' },
            { address: worker, amount: '1' },
          ],
        }),
        states: { 2: 'resolved' },
        moves: { escrow: '-2', service: '0.006', platform: '0.03', client: '0.982', worker: '0.982' },
      },
      {
        title: 'dispute milestone 3',
        action: 'dispute',
        by: 'client',
        input: ({ client }) => ({ milestone: 3, signer: client }),
        states: { 3: 'disputed' },
      },
      {
        title: 'withdraw what is left',
        action: 'withdraw',
        by: 'arbiter',
        input: ({ client }) => ({ distributions: [{ address: client, amount: '1' }] }),
        moves: { escrow: '-1', service: '0.003', platform: '0.015', client: '0.982' },
      },
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
      {
        title: 'release everything',
        action: 'release',
        by: 'client',
        input: () => ({}),
        states: { 1: 'released (reported)', 2: 'released' },
        moves: { escrow: '-2', service: '0.006', platform: '0.03', worker: '1.964' },
      },
    ],
  },
  {
    name: 'single-release, disputed',
    release: 'single',
    total: '2',
    steps: [
      deploy('single', 'Rehearsal that is disputed', ['2']),
      fund('2'),
      {
        title: 'dispute the escrow',
        action: 'dispute',
        by: 'client',
        input: ({ client }) => ({ signer: client }),
        states: { 1: 'disputed' },
      },
      {
        title: 'resolve it',
        action: 'resolve',
        by: 'arbiter',
        input: ({ client, worker }) => ({
          distributions: [
            { address: client, amount: '1.5' },
            { address: worker, amount: '0.5' },
          ],
        }),
        states: { 1: 'resolved' },
        moves: { escrow: '-2', service: '0.006', platform: '0.03', client: '1.473', worker: '0.491' },
      },
    ],
  },
];
