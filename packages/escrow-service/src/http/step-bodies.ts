/** Strict schemas of the bodies of steps: those of v1, which the seed's service accepts as well. */
import type { Act } from '@countersign/core/kinds';
import type { Release } from '@countersign/core/network';
import * as z from 'zod';
import type { AskedStep } from '../contract/step.ts';
import type { AskedTerms } from '../contract/terms.ts';
import { address, number, party, text, textOrNone } from './validation.ts';

type StepRoute = {
  readonly act: Act;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: z.ZodType<AskedStep>;
};

const MAX_DISTRIBUTIONS = 50;
const MAX_U32 = 2 ** 32 - 1;

const signer = address('account');
const whole = { error: 'must be an integer number' };

/** The meaning and schema of each field. */
const FIELDS = {
  contractId: ['contractId', address('contract')],
  signer: ['signer', signer],
  serviceProvider: ['signer', signer],
  approver: ['signer', signer],
  releaseSigner: ['signer', signer],
  disputeResolver: ['signer', signer],
  amount: ['amount', number],
  milestoneIndex: [
    'index',
    text()
      .regex(/^\d{1,9}$/, { error: 'must be a number string' })
      .transform(Number),
  ],
  newStatus: ['status', text()],
  newEvidence: ['evidence', textOrNone().optional()],
  distributions: [
    'distributions',
    z
      .array(z.strictObject({ address: party, amount: number }), { error: 'must be an array' })
      .min(1, { error: 'must contain at least 1 elements' })
      .max(MAX_DISTRIBUTIONS, { error: `must contain no more than ${MAX_DISTRIBUTIONS} elements` })
      .refine((shares) => new Set(shares.map((share) => share.address)).size === shares.length, {
        error: 'must not name an address twice',
      }),
  ],
  ledgersToExtend: [
    'ledgers',
    z
      .number({ error: 'must be a number conforming to the specified constraints' })
      .int(whole)
      .min(1, { error: 'must not be less than 1' })
      .max(MAX_U32, { error: `must not be greater than ${MAX_U32}` }),
  ],
} as const satisfies Readonly<Record<string, readonly [keyof AskedStep, z.ZodType]>>;

/** @param terms an escrow as an update names it */
export function stepRoutes(release: Release, terms: z.ZodType<AskedTerms>): StepRoute[] {
  const isMulti = release === 'multi';
  const fields = { ...FIELDS, escrow: ['terms', terms] as const };
  type Field = keyof typeof fields;
  const body = (...names: readonly Field[]) => {
    const all: readonly Field[] = ['contractId', ...names];
    return z
      .strictObject(Object.fromEntries(all.map((name) => [name, fields[name][1]])))
      .transform((given) => Object.fromEntries(Object.entries(given).map(meant)) as AskedStep);
  };
  const meant = ([name, value]: [string, unknown]) => [fields[name as Field][0], value];
  const post = (act: Act, path: string, ...names: readonly Field[]): StepRoute => ({
    ...{ act, method: 'POST', path },
    body: body(...names),
  });
  const one = isMulti ? (['milestoneIndex'] as const) : [];
  return [
    post('fund', 'fund-escrow', 'signer', 'amount'),
    post('change-status', 'change-milestone-status', 'milestoneIndex', 'newStatus', 'newEvidence', 'serviceProvider'),
    post('approve', 'approve-milestone', 'milestoneIndex', 'approver'),
    post('release', isMulti ? 'release-milestone-funds' : 'release-funds', 'releaseSigner', ...one),
    post('dispute', isMulti ? 'dispute-milestone' : 'dispute-escrow', 'signer', ...one),
    post(
      'resolve',
      isMulti ? 'resolve-milestone-dispute' : 'resolve-dispute',
      'disputeResolver',
      'distributions',
      ...one,
    ),
    post('withdraw', 'withdraw-remaining-funds', 'disputeResolver', 'distributions'),
    { act: 'update', method: 'PUT', path: 'update-escrow', body: body('signer', 'escrow') },
    // v1 documents this endpoint but not its body. This one is a guess.
    post('extend', 'extend-ttl', 'signer', 'ledgersToExtend'),
  ];
}
