/** What a person should weigh before they take a step in an escrow's life. */
import type { RoleName } from '../escrow/roles.ts';
import { type EscrowOnChain, receivers } from '../kinds/escrow-on-chain.ts';
import type { Stop, Warning } from '../words/judgement.ts';
import type { Judgement } from './judgement.ts';

/** The fields of a step that are judged. */
export type JudgedStep = {
  readonly signer: string;
  readonly distributions?: readonly { readonly address: string }[];
};

/**
 * @param escrow as it stood before
 * @param after as an update leaves its terms
 */
export function judgeStep(
  { signer, distributions = [] }: JudgedStep,
  { escrow }: { readonly escrow: EscrowOnChain },
  after = escrow,
): Judgement {
  const stops: Stop[] = [];
  const warnings: Warning[] = [];
  const parties = new Set([...Object.values(escrow.roles), ...receivers(escrow)]);
  const strangers = distributions.map(({ address }) => address).filter((address) => !parties.has(address));
  if (strangers.length > 0) stops.push({ code: 'PAYS_STRANGER', params: { addresses: strangers } });
  const movers = moversOf(escrow);
  const newcomers = moversOf(after).filter(
    ({ role, address }) => !movers.some((each) => each.role === role && each.address === address),
  );
  if (newcomers.length > 0) stops.push({ code: 'NAMES_STRANGER', params: { parties: newcomers } });
  const isOwn = distributions.some(({ address }) => address === signer);
  if (isOwn) warnings.push({ code: 'RESOLVER_PAYS_SELF', params: { address: signer } });
  return { stops, warnings, facts: [] };
}

/** Who is paid, and who decides that. */
function moversOf(escrow: EscrowOnChain): { readonly role: RoleName; readonly address: string }[] {
  return [
    ...receivers(escrow).map((address) => ({ role: 'receiver', address }) as const),
    ...(['releaseSigner', 'disputeResolver'] as const).map((role) => ({ role, address: escrow.roles[role] })),
  ];
}
