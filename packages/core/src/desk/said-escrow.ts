/** What the service says of an escrow that settled, held against the transaction that made it. */
import { decimalsOfMultiplier, fromBaseUnits, fromBasisPoints, ROLE_NAMES } from '../escrow/index.ts';
import type { InterfaceEscrow } from '../kinds/interface-multi.ts';

type Plain = Readonly<Record<string, unknown>>;

/** Other spellings of a role that services of this interface use. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  releaseSigner: ['releaseSigner', 'release'],
  platformAddress: ['platformAddress', 'plataformAddress'],
};

/**
 * The fields of which the service says something else than was signed. What it leaves out, or says in a shape that
 * the interface does not show, is no contradiction; amounts and fee may come in either unit.
 */
export function saidDifferently(said: Plain, signed: InterfaceEscrow): string[] {
  const decimals = decimalsOfMultiplier(signed.trustline.multiplier) ?? 0;
  const roles = [said['roles']].flat().filter(isPlain);
  const milestones = Array.isArray(said['milestones']) ? said['milestones'] : undefined;
  const token = [said['trustline']].flat().find(isPlain)?.['address'];
  const pairs: (readonly [string, unknown, readonly string[]])[] = [
    ['engagementId', said['engagementId'], [signed.engagementId]],
    ['title', said['title'], [signed.title]],
    ['description', said['description'], [signed.description]],
    ...ROLE_NAMES.flatMap((role) =>
      (SPELLINGS[role] ?? [role]).flatMap((name) =>
        roles.map((part) => [`roles.${role}`, part[name], [signed.roles[role]]] as const),
      ),
    ),
    ['platformFee', said['platformFee'], [fromBasisPoints(signed.platformFee), String(signed.platformFee)]],
    ['trustline.address', token, [signed.trustline.address]],
    ['number of milestones', milestones?.length, [String(signed.milestones.length)]],
    ...signed.milestones.flatMap(({ description, amount }, index) => {
      const milestone: unknown = milestones?.[index];
      if (!isPlain(milestone)) return [];
      const amounts = [fromBaseUnits(amount, decimals), String(amount)];
      return [
        [`milestones[${index}].description`, milestone['description'], [description]],
        [`milestones[${index}].amount`, milestone['amount'], amounts],
      ] as const;
    }),
  ];
  const differing = pairs.filter(([, value, expected]) => isScalar(value) && !expected.includes(String(value)));
  return [...new Set(differing.map(([field]) => field))];
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
