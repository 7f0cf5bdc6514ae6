/**
 * Deploys that pay another account for each milestone, modelled on a bounty campaign that was found on the public
 * network (docs/contract.md): each is verified, and no two payees, amounts or milestones can be exchanged unnoticed.
 */
import { buildDeploy, instanceOf, NOW, time } from '@countersign/testkit/fixtures/deploy-fixture';
import { deploySubject } from '@countersign/testkit/mutation/deploy-subject';
import { judge } from '@countersign/testkit/mutation/judge';
import { createRandom } from '@countersign/testkit/mutation/random';
import { verified } from '@countersign/testkit/mutation/valid-deploys';
import { counted, sampled } from '@countersign/testkit/proof/share';
import { Keypair } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { type DeployRequest, fromBaseUnits, parseDeployRequest, payeesOf } from '../../escrow/index.ts';
import { NETWORKS, type Network, networkWith } from '../../escrow/network.ts';
import { escrowOfKind, escrowOnChain } from '../../kinds/escrow-of-request.ts';
import type { EscrowOnChain, MilestoneOnChain } from '../../kinds/escrow-on-chain.ts';
import { liveMulti } from '../../kinds/live-kinds.ts';
import { contractIdFor } from '../../kinds/read-deploy.ts';

/** As that deploy names them; no one confirmed them. */
const FACTORY = 'CB2HSK3BTB5LCNDZNBMHELPI3DLS724GKFVFQQOXZBOYU2CIPAR5QDMD';
const CODE = '2ddb5ef1f8f029ea93313ed7a6886f763eda7287d8a08bacc0a427ab0aa1dc1f';
const PUBLIC: Network = { ...networkWith('public', 'v1'), factory: FACTORY, wasmHash: CODE };
const [USDC] = NETWORKS.public.tokens;
const SALT = new Uint8Array(32).fill(5);

const account = (number: number): string => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(number)).publicKey();
const [ORGANISER, PLATFORM, ARBITER] = [account(1), account(2), account(3)];

/** 35 characters, and texts of some 210 with links. */
const ENGAGEMENT = 'campaign-2026-08-*^%$#-bounty-00042';
const descriptionOf = (number: number): string =>
  `Task ${number}: post about the launch & tag us, see https://example.org/brief?task=${number}&lang=en&ref=abc and https://example.com/rules#${number}. Send the link of your post & a screenshot; it must stay online for 30 days or more.`.slice(
    0,
    210,
  );

type Campaign = { readonly payees: readonly number[]; readonly amounts: readonly bigint[]; readonly isPlain: boolean };

/** The first is the model: six milestones, a payee for each. Of the others some pay one payee several times. */
const CAMPAIGNS: readonly Campaign[] = [
  { payees: [1, 2, 3, 4, 5, 6], amounts: [50n, 40n, 30n, 20n, 10n, 5n], isPlain: false },
  ...Array.from({ length: 39 }, (_, seed): Campaign => {
    const random = createRandom(seed + 1);
    const count = 2 + (seed % 9);
    const most = 2 + random.below(count - 1);
    const payees = Array.from({ length: count }, (_, index) => (index < 2 ? index : random.below(most)) + 1);
    // Equal amounts, or equal descriptions, leave only the payee to tell two milestones apart.
    const isEven = seed % 3 === 0;
    const amounts = payees.map((_, index) => (isEven ? 25n : BigInt(index + 1)));
    return { payees, amounts, isPlain: seed % 5 === 0 };
  }),
];

function requestOf({ payees, amounts, isPlain }: Campaign, index: number): DeployRequest {
  return parseDeployRequest(
    {
      signer: ORGANISER,
      engagementId: ENGAGEMENT,
      title: `Launch campaign ${index}`,
      description: 'Six tasks, paid one by one & each to whoever did it',
      roles: {
        approver: ORGANISER,
        serviceProvider: ORGANISER,
        platformAddress: PLATFORM,
        release: ORGANISER,
        disputeResolver: ARBITER,
      },
      platformFee: ['0', '0.5', '5', '12.34'][index % 4],
      milestones: payees.map((payee, at) => ({
        description: isPlain ? 'Bounty' : descriptionOf(at + 1),
        amount: fromBaseUnits((amounts[at] as bigint) * 10_000_000n, 7),
        receiver: account(10 + payee),
      })),
      trustline: { address: USDC.address },
    },
    PUBLIC,
  );
}

/** As the deploy was: a resource fee and 1,000 stroops, valid for some 78 seconds. */
function envelopeOf(request: DeployRequest, escrow: EscrowOnChain): string {
  return buildDeploy(request, {
    escrow: liveMulti.encode(escrow),
    factory: FACTORY,
    wasmHash: Uint8Array.from(Buffer.from(CODE, 'hex')),
    salt: SALT,
    readWrite: [instanceOf(contractIdFor(FACTORY, SALT, PUBLIC.passphrase))],
    fee: 7_888_417,
    resourceFee: 7_887_417,
    condition: time(0, NOW + 78),
  });
}

const WAYS = {
  'exchanges of two payees': ['receiver'],
  'exchanges of two amounts': ['amount'],
  'exchanges of the order of two milestones': ['receiver', 'amount', 'description'],
} as const satisfies Readonly<Record<string, readonly (keyof MilestoneOnChain)[]>>;
const ELSEWHERE = 'milestones paid to another of the parties';
type Change = { readonly way: keyof typeof WAYS | typeof ELSEWHERE; readonly escrow: EscrowOnChain };

/** Every exchange that changes something, in the call and in what is authorised alike. */
function changesOf(escrow: EscrowOnChain): Change[] {
  const { milestones } = escrow;
  const pairs = milestones.flatMap((one, first) =>
    milestones.slice(first + 1).map((other, at) => ({ first, one, second: first + 1 + at, other })),
  );
  const ways = Object.entries(WAYS) as [keyof typeof WAYS, readonly (keyof MilestoneOnChain)[]][];
  const exchanged = pairs.flatMap(({ first, one, second, other }) =>
    ways.flatMap(([way, fields]): Change[] => {
      if (fields.every((field) => one[field] === other[field])) return [];
      const taken = (from: MilestoneOnChain) => Object.fromEntries(fields.map((field) => [field, from[field]]));
      const changed = milestones.with(first, { ...one, ...taken(other) }).with(second, { ...other, ...taken(one) });
      return [{ way, escrow: { ...escrow, milestones: changed } }];
    }),
  );
  const parties = [ORGANISER, PLATFORM, ARBITER, ...milestones.map(({ receiver }) => receiver as string)];
  const elsewhere = milestones.flatMap((milestone, index) =>
    [...new Set(parties)]
      .filter((receiver) => receiver !== milestone.receiver)
      .map((receiver): Change => {
        const changed = milestones.with(index, { ...milestone, receiver });
        return { way: ELSEWHERE, escrow: { ...escrow, milestones: changed } };
      }),
  );
  return [...exchanged, ...elsewhere];
}

test('a payee for each milestone is verified and shown, and every exchange is refused', ({ task }) => {
  const made = new Map<string, number>([...Object.keys(WAYS), ELSEWHERE].map((way) => [way, 0]));
  const wrong: string[] = [];
  let [payees, judged, caught] = [0, 0, 0];
  const cases = CAMPAIGNS.flatMap((campaign, index) => {
    const request = requestOf(campaign, index);
    expect(payeesOf(request).length).toBeGreaterThan(1);
    payees += payeesOf(request).length;
    const escrow = escrowOfKind(liveMulti, escrowOnChain(request, PUBLIC));
    const base64 = envelopeOf(request, escrow);
    // Throws unless it is verified, and shown as the reference codec reads it, with what each payee gets.
    const subject = deploySubject(verified(`campaign ${index}`, request, PUBLIC, base64));
    return changesOf(escrow).map((change) => ({ ...change, request, subject }));
  });
  for (const { way } of cases) made.set(way, (made.get(way) ?? 0) + 1);
  for (const { way, escrow, request, subject } of sampled(cases)) {
    judged++;
    const verdict = judge(subject, envelopeOf(request, escrow));
    if ('caught' in verdict && verdict.caught.every((field) => /^milestones\[\d\]\./.test(field))) caught++;
    else wrong.push(`${subject.valid.name}, ${way}: ${JSON.stringify(verdict)}`);
  }
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(caught).toBe(judged);
  for (const [way, count] of made) expect(count, way).toBeGreaterThan(200);
  task.meta.figures = {
    proof: 'Mutation proof of a payee for each milestone',
    rows: {
      'requests modelled on a deploy of the public network, all verified': CAMPAIGNS.length,
      'payees in them, each shown with what arrives': payees,
      ...Object.fromEntries(made),
      refused: counted(caught),
      'wrongly accepted or wrongly shown': wrong.length,
    },
  };
});
