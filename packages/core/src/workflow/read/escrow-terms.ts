/** An escrow's terms as they are shown, and how much has yet to be paid out. This module also runs in a browser. */

import { lifeStateOf, turnsOf } from '../../actions/steps/turn.ts';
import { fromBaseUnits, fromBasisPoints } from '../../escrow/amount.ts';
import { chainName, crossChainTarget } from '../../escrow/cross-chain.ts';
import { codeOfToken, type Network } from '../../escrow/network.ts';
import { MAX_MILESTONES } from '../../escrow/steps.ts';
import { type Act, type EscrowKind, GENERATIONS } from '../../kinds/escrow-kind.ts';
import { type EscrowOnChain, receivers } from '../../kinds/escrow-on-chain.ts';
import { missingAmount, openAmount, stateOf, totalAmount } from '../../kinds/progress.ts';
import type { TokenBalance } from '../../ledger/ledger.ts';
import { omitUndefined } from '../../text/fields.ts';
import { revealLine, revealParagraph } from '../../text/text.ts';
import type { EscrowLife, EscrowView, PageEscrow, TermsView } from '../model/escrow-views.ts';
import type { OnLedger, ReadStanding } from '../model/on-ledger.ts';

export const shownLine = (text: string): string => revealLine(text, 200);
const shownParagraph = (text: string): string => revealParagraph(text, 600);

export const kindView = ({ release, generation }: EscrowKind): Pick<EscrowView, 'kind' | 'generation'> => ({
  kind: release,
  generation: GENERATIONS[generation],
});

/** How what it holds compares with what it has yet to pay out. */
function fundedOf(escrow: EscrowOnChain, { units }: TokenBalance): NonNullable<EscrowView['funded']> {
  const needed = openAmount(escrow);
  if (units >= needed) return units > needed ? 'over' : 'fully';
  return units === 0n ? 'none' : 'partly';
}

type HeldView = Pick<EscrowView, 'held' | 'heldBy' | 'funded'>;

export const heldView = (escrow: EscrowOnChain, held: TokenBalance): HeldView => ({
  held: fromBaseUnits(held.units, held.decimals),
  funded: fundedOf(escrow, held),
  heldBy: 'ledger',
});

/** @param held base units. @param codeIs funding is suggested only for `pinned` code, nothing for `unknown` */
export function lifeView(
  escrow: EscrowOnChain,
  held: bigint | undefined,
  codeIs: EscrowView['codeIs'] = 'pinned',
  unknownActs: readonly Act[] = [],
): EscrowLife {
  const turns = codeIs === 'unknown' ? [] : turnsOf(escrow, held);
  return {
    state: lifeStateOf(escrow),
    turn: turns.filter(({ action }) => !unknownActs.includes(action) && (action !== 'fund' || codeIs === 'pinned')),
  };
}

/** How a settled escrow is on the ledger now, for pages. @param seen of a known kind of contract */
export function escrowNow(
  { escrow, held, state, unknownActs }: Pick<OnLedger, 'held' | 'state' | 'unknownActs'> & Pick<ReadStanding, 'escrow'>,
  codeIs: ReadStanding['codeIs'],
  network: Network,
): Omit<PageEscrow, 'contractId' | 'asOf' | 'ledger'> {
  const { state: life = 'working', turn = [] } = lifeView(escrow, held?.units, codeIs, unknownActs);
  const isToPay = held !== undefined && turn.some(({ action }) => action === 'fund');
  return {
    ...termsView(escrow, network, held?.decimals),
    ...(held && heldView(escrow, held)),
    ...(isToPay && { missing: fromBaseUnits(missingAmount(escrow, held.units), held.decimals) }),
    ...(state === 'archived' && { archived: true }),
    state: life,
    turn,
  };
}

export const assetOf = ({ trustline }: EscrowOnChain, network: Network): string =>
  codeOfToken(network, trustline.address);

/**
 * @param decimals of its token; without them no amounts are shown
 * @param isCurrent whether its progress is known; else neither states nor what is left to pay are shown
 */
export function termsView(
  escrow: EscrowOnChain,
  network: Network,
  decimals: number | undefined,
  isCurrent = true,
): TermsView {
  const { roles, milestones, trustline } = escrow;
  const [receiver, ...otherReceivers] = receivers(escrow);
  const isOneReceiver = otherReceivers.length === 0;
  const formatAmount = (units: bigint) => (decimals === undefined ? undefined : fromBaseUnits(units, decimals));
  return {
    engagementId: shownLine(escrow.engagementId),
    title: shownLine(escrow.title),
    description: shownParagraph(escrow.description),
    roles: {
      approver: roles.approver,
      serviceProvider: roles.serviceProvider,
      platformAddress: roles.platformAddress,
      releaseSigner: roles.releaseSigner,
      disputeResolver: roles.disputeResolver,
      ...omitUndefined({ receiver: isOneReceiver ? receiver : roles.receiver }),
    },
    platformFeePercent: fromBasisPoints(escrow.platformFee),
    ...crossChainView(escrow),
    // An escrow from elsewhere may have any number.
    milestones: milestones.slice(0, MAX_MILESTONES).map((milestone) =>
      omitUndefined({
        description: shownParagraph(milestone.description),
        amount: milestone.amount === undefined ? undefined : formatAmount(milestone.amount),
        receiver: isOneReceiver ? undefined : milestone.receiver,
        state: isCurrent ? stateOf(escrow, milestone) : undefined,
        status: statusWord(milestone.status),
        evidence: shownParagraph(milestone.evidence) || undefined,
      }),
    ),
    asset: assetOf(escrow, network),
    token: trustline.address,
    ...omitUndefined({
      total: formatAmount(totalAmount(escrow)),
      needed: isCurrent ? formatAmount(openAmount(escrow)) : undefined,
    }),
  };
}

function crossChainView({ crossChainReceiver }: EscrowOnChain): Pick<TermsView, 'crossChainReceiver'> {
  const target = crossChainTarget(crossChainReceiver);
  if (target === undefined) return {};
  const { domain, recipient } = target;
  return { crossChainReceiver: omitUndefined({ domain, chain: chainName(domain), recipient: `0x${recipient}` }) };
}

/** The initial status is the contract's own, not a report; the first contracts misspelt it. */
function statusWord(status: string): string | undefined {
  const word = shownLine(status);
  return word === '' || word === 'pending' || word === 'peding' ? undefined : word;
}
