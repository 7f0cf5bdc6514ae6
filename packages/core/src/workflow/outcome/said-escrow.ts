/** Compares the service's description of a settled escrow with the transaction that created it. */
import { decimalsOfMultiplier, fromBaseUnits, fromBasisPoints, ROLE_NAMES, type RoleName } from '../../escrow/index.ts';
import { knownToken, type Network, tokenDecimals } from '../../escrow/network.ts';
import { type EscrowOnChain, receivers } from '../../kinds/escrow-on-chain.ts';

type Plain = Readonly<Record<string, unknown>>;

/** Other spellings of a role that services of this interface use. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  releaseSigner: ['releaseSigner', 'release'],
  platformAddress: ['platformAddress', 'plataformAddress'],
};

/**
 * The fields in which the service's description contradicts what was signed. Fields that it leaves out, or gives in a
 * shape that the interface does not show, are no contradiction; amounts and fee may come in either unit.
 */
export function saidDifferently(said: Plain, signed: EscrowOnChain, network: Network): string[] {
  const { address, multiplier } = signed.trustline;
  const own = multiplier === undefined ? tokenDecimals(network, address) : decimalsOfMultiplier(multiplier);
  const inUnits = (units: bigint) => [String(units), ...(own === undefined ? [] : [fromBaseUnits(units, own)])];
  // A live service names a token by its issuer, and its escrow by the contract.
  const tokens = [address, knownToken(network, address)?.issuer ?? address];
  const roles = [said['roles']].flat().filter(isPlain);
  const milestones = Array.isArray(said['milestones']) ? said['milestones'] : undefined;
  const token = [said['trustline']].flat().find(isPlain)?.['address'];
  const pairs: (readonly [string, unknown, readonly string[]])[] = [
    ['engagementId', said['engagementId'], [signed.engagementId]],
    ['title', said['title'], [signed.title]],
    ['description', said['description'], [signed.description]],
    ...ROLE_NAMES.flatMap((role) =>
      (SPELLINGS[role] ?? [role]).flatMap((name) =>
        roles.map((part) => [`roles.${role}`, part[name], partiesOf(signed, role)] as const),
      ),
    ),
    ['platformFee', said['platformFee'], [fromBasisPoints(signed.platformFee), String(signed.platformFee)]],
    ['trustline.address', token, tokens],
    ...(signed.amount === undefined ? [] : [['amount', said['amount'], inUnits(signed.amount)] as const]),
    ['number of milestones', milestones?.length, [String(signed.milestones.length)]],
    ...signed.milestones.flatMap(({ description, amount, receiver }, index) => {
      const milestone: unknown = milestones?.[index];
      if (!isPlain(milestone)) return [];
      return [
        [`milestones[${index}].description`, milestone['description'], [description]],
        ...(amount === undefined
          ? []
          : [[`milestones[${index}].amount`, milestone['amount'], inUnits(amount)] as const]),
        ...(receiver === undefined
          ? []
          : [[`milestones[${index}].receiver`, milestone['receiver'], [receiver]] as const]),
      ] as const;
    }),
  ];
  const differing = pairs.filter(([, value, expected]) => isScalar(value) && !expected.includes(String(value)));
  return [...new Set(differing.map(([field]) => field))];
}

const partiesOf = (signed: EscrowOnChain, role: RoleName): readonly string[] =>
  role === 'receiver' ? receivers(signed) : [signed.roles[role]];

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
