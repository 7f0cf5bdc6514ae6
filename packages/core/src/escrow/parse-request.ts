/** Parses what a person, a file or a model wrote into a DeployRequest, or reports every problem at once. */
import { CountersignError, createProblem, type FieldProblem, fieldProblem, type Problem } from '../errors/errors.ts';
import { givenFields, isObject } from '../text/fields.ts';
import { canonicalDecimal, decimalsOfMultiplier, MAX_BASE_UNITS, toBaseUnits } from './amount.ts';
import { amountProblems, tokenProblems } from './check-token.ts';
import { pathText, problemOf } from './issues.ts';
import { type Network, releasesOf } from './network.ts';
import { withPayees } from './payees.ts';
import { DEFAULT_MULTIPLIER, type DeployRequest, deployRequestSchema, precisionProblem } from './request.ts';
import { readAmount, withPlainAmounts } from './written-amount.ts';

type Plain = Record<string, unknown>;
type Report = (path: readonly PropertyKey[], problem: Problem) => void;

/** Spellings in use for a role: the interface's example, its role descriptions, its client libraries. */
export const ROLE_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['release', 'releaseSigner'],
  ['plataformAddress', 'platformAddress'],
]);

/** Fields of a stored milestone that a deploy does not send: accepted only with these initial values. */
const FRESH_MILESTONE: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ['status', ['', 'pending', 'peding']],
  ['approved', [false]],
]);

/**
 * Accepts every spelling and shape in use (roles and trustline as an object or as a list of one, amounts as
 * number or string) and gives the one canonical form.
 * @param network whose known tokens the request's token is compared with; absent where none is known
 * @param missing what a release signer that is missing is called: the interface has another name for it
 * @throws CountersignError INPUT_INVALID with every problem, each under the path as it was written
 * @example
 * ```ts
 * import { CountersignError } from '@countersign/core/errors';
 * import { parseDeployRequest } from '@countersign/core/escrow';
 * import { NETWORKS } from '@countersign/core/network';
 *
 * try {
 *   parseDeployRequest({ title: 'Logo', milestones: [{ description: 'Sketch', amount: '1,500' }] }, NETWORKS.sandbox);
 * } catch (error) {
 *   if (!(error instanceof CountersignError)) throw error;
 *   console.log(error.fields?.map(({ path }) => path)); // → …'milestones[0].amount'…
 * }
 * ```
 */
export function parseDeployRequest(input: unknown, network?: Network, missing = 'roles.releaseSigner'): DeployRequest {
  const problems: FieldProblem[] = [];
  // Where each canonical path stood in the input.
  const written = new Map([['roles.releaseSigner', missing]]);
  const report: Report = (path, problem) => {
    const canonical = pathText(path) || '(the whole request)';
    problems.push({ path: written.get(canonical) ?? canonical, problem });
  };
  const plain = network === undefined ? input : withPlainAmounts(input, network);
  const normal = normalise(plain, written, report);
  const parsed = deployRequestSchema.safeParse(normal, { reportInput: true });
  for (const issue of parsed.error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) report([...issue.path, key], createProblem('UNKNOWN_FIELD', { of: 'request' }));
    } else report(issue.path, problemOf(issue));
  }
  checkPrecision(normal, report);
  checkReceivers(normal, report);
  const trustline = deployRequestSchema.shape.trustline.safeParse(isObject(normal) ? normal['trustline'] : undefined);
  if (network !== undefined && trustline.success) problems.push(...tokenProblems(trustline.data, network));
  if (parsed.data !== undefined) {
    const request = parsed.data as DeployRequest;
    problems.push(...payeeProblems(request, network));
    if (network !== undefined) problems.push(...kindProblems(request, network), ...amountProblems(request, network));
    if (problems.length === 0) return withPayees(request);
  }
  throw new CountersignError('INPUT_INVALID', { fields: atMost(problems) });
}

/** Whether this network's service makes such escrows. Other limits are checked by its dialect. */
function kindProblems({ kind = 'multi' }: DeployRequest, network: Network): FieldProblem[] {
  if (releasesOf(network).includes(kind)) return [];
  return [fieldProblem('kind', 'KIND_NOT_MADE', { kind })];
}

/** Each milestone needs a receiver: its own, or that of the roles. */
function checkReceivers(normal: unknown, report: Report): void {
  if (!isObject(normal) || !isObject(normal['roles']) || normal['roles']['receiver'] !== undefined) return;
  const milestones: readonly unknown[] = Array.isArray(normal['milestones']) ? normal['milestones'] : [];
  const lacks = (milestone: unknown) => isObject(milestone) && milestone['receiver'] === undefined;
  if (milestones.every(lacks)) report(['roles', 'receiver'], createProblem('MISSING'));
  else {
    milestones.forEach((milestone, index) => {
      if (lacks(milestone)) report(['milestones', index, 'receiver'], createProblem('MISSING'));
    });
  }
}

/** Different receivers, where this kind of escrow or this network's service can pay only one. */
function payeeProblems({ kind, roles, milestones }: DeployRequest, network?: Network): FieldProblem[] {
  const isOfService = network !== undefined && network.paysEachMilestone !== true;
  if (kind !== 'single' && !isOfService) return [];
  const isDefaultUsed = milestones.some(({ receiver }) => receiver === undefined);
  const one = isDefaultUsed ? roles.receiver : milestones[0]?.receiver;
  const of = kind === 'single' ? 'single' : 'service';
  return milestones.flatMap(({ receiver }, index) =>
    receiver === undefined || one === undefined || receiver === one
      ? []
      : [fieldProblem(`milestones[${index}].receiver`, 'ANOTHER_RECEIVER', { of })],
  );
}

function normalise(input: unknown, written: Map<string, string>, report: Report): unknown {
  if (!isObject(input)) return input;
  const normal: Plain = { ...input };
  if ('roles' in input) normal['roles'] = normaliseRoles(input['roles'], written, report);
  const trustline = input['trustline'];
  if (Array.isArray(trustline) && trustline.length === 1) normal['trustline'] = trustline[0];
  const milestones = input['milestones'];
  if (Array.isArray(milestones)) {
    normal['milestones'] = milestones.map((milestone: unknown, index) => {
      if (!isObject(milestone)) return milestone;
      return Object.fromEntries(
        Object.entries(givenFields(milestone)).filter(([key, value]) => {
          const fresh = FRESH_MILESTONE.get(key);
          if (fresh !== undefined && !fresh.includes(value)) {
            report(['milestones', index, key], createProblem('SET_BY_CONTRACT'));
          }
          return fresh === undefined;
        }),
      );
    });
  }
  // Multi release is the default, so it is left out of the canonical form.
  if (normal['kind'] === 'multi') delete normal['kind'];
  return givenFields(normal);
}

function normaliseRoles(roles: unknown, written: Map<string, string>, report: Report): unknown {
  const parts = Array.isArray(roles) ? roles : [roles];
  if (parts.length === 0 || !parts.every(isObject)) return roles;
  // Without a prototype, so that a key such as __proto__ is an unknown field like any other.
  const normal: Plain = Object.create(null);
  parts.forEach((part, index) => {
    for (const [key, value] of Object.entries(part)) {
      const name = ROLE_SPELLINGS.get(key) ?? key;
      const path = Array.isArray(roles) ? `roles[${index}].${key}` : `roles.${key}`;
      if (Object.hasOwn(normal, name) && normal[name] !== value) {
        const other = written.get(`roles.${name}`) ?? name;
        written.set(`roles.${name}`, path);
        report(['roles', name], createProblem('ROLE_TWICE', { other }));
      }
      normal[name] = value;
      written.set(`roles.${name}`, path);
    }
  });
  return normal;
}

/** More problems than a person reads at once; a hostile input may have thousands. */
const MOST = 50;

function atMost(problems: readonly FieldProblem[]): FieldProblem[] {
  const more = problems.length - MOST;
  return more <= 0 ? [...problems] : [...problems.slice(0, MOST), fieldProblem('…', 'MORE_PROBLEMS', { count: more })];
}

/** Checks amounts by the decimals of the request's own token, even if other fields are invalid. */
function checkPrecision(normal: unknown, report: Report): void {
  if (!isObject(normal) || !Array.isArray(normal['milestones'])) return;
  const trustline = normal['trustline'];
  const multiplier = (isObject(trustline) ? trustline['decimals'] : undefined) ?? DEFAULT_MULTIPLIER;
  const decimals =
    typeof multiplier === 'string' || typeof multiplier === 'number'
      ? decimalsOfMultiplier(Number(multiplier))
      : undefined;
  if (decimals === undefined) return;
  let total = 0n;
  normal['milestones'].forEach((milestone: unknown, index) => {
    const amount = isObject(milestone) ? milestone['amount'] : undefined;
    if (typeof amount !== 'string' && typeof amount !== 'number') return;
    const canonical = typeof amount === 'number' ? canonicalDecimal(amount) : readAmount(amount);
    if (typeof canonical !== 'string' || canonical.startsWith('-')) return;
    const problem = precisionProblem(canonical, decimals);
    if (problem === undefined) total += toBaseUnits(canonical, decimals) as bigint;
    else report(['milestones', index, 'amount'], problem);
  });
  if (total > MAX_BASE_UNITS) report(['milestones'], createProblem('SUM_TOO_LARGE'));
}
