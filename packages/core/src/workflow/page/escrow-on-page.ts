/** The state of a settled page's escrow, by the ledger only: the service is not asked. */
import { actionOf } from '../../actions/actions.ts';
import { fromBaseUnits } from '../../escrow/index.ts';
import type { EscrowOnChain } from '../../kinds/index.ts';
import { openAmount } from '../../kinds/progress.ts';
import type { StandingContract } from '../../ledger/ledger.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../desk.ts';
import { compareStanding } from '../outcome/terms.ts';
import { heldView, lifeView, termsView } from '../read/escrow-terms.ts';
import type { PageEscrow } from '../read/escrow-views.ts';
import { escrowsOnLedger } from '../read/escrows-on-ledger.ts';
import { type DeployHandle, keptEscrow } from '../read/kept-escrow.ts';
import { openKept } from '../read/kept-transaction.ts';
import { decidingOffer, type Handle } from '../store/offers.ts';

/** @returns undefined before it has settled, or where the ledger shows no escrow of a known kind */
export async function escrowOnPage(
  context: DeskContext,
  handle: Handle,
  { signal }: CallOptions,
): Promise<PageEscrow | undefined> {
  const { ledger, network, now } = context;
  const contractId = settledAt(handle);
  if (ledger === undefined || contractId === undefined) return undefined;
  const seen = (await escrowsOnLedger(ledger, network, [contractId], signal))?.get(contractId);
  if (seen?.escrow === undefined || seen.contract === undefined) return undefined;
  const { escrow, contract, held, state } = seen;
  // The code of a deploy that was signed here was compared with the pinned code then.
  const kept = handle.action === 'deploy' ? keptEscrow(context, handle) : undefined;
  const isAsDeployed = kept?.call.wasmHash === contract.code;
  const codeIs = isAsDeployed ? 'pinned' : seen.codeIs;
  if (codeIs === undefined || codeIs === 'unknown') return undefined;
  const { state: life = 'working', turn = [] } = lifeView(escrow, held?.units, codeIs);
  const isToPay = held !== undefined && turn.some(({ action }) => action === 'fund');
  return {
    contractId,
    ...termsView(escrow, network, held?.decimals),
    ...(held === undefined ? {} : heldView(escrow, held)),
    ...(isToPay ? { missing: fromBaseUnits(openAmount(escrow) - held.units, held.decimals) } : {}),
    ...(state === 'archived' ? { archived: true } : {}),
    state: life,
    turn,
    ...(handle.action === 'deploy' && isAsDeployed ? changedTerms(context, handle, escrow, contract) : {}),
    asOf: now(),
    ledger: ledger.host,
  };
}

/** Its terms now, where they differ from those that were signed. */
function changedTerms(
  context: DeskContext,
  handle: DeployHandle,
  escrow: EscrowOnChain,
  contract: StandingContract,
): Pick<PageEscrow, 'changed'> {
  const { call, network, offer } = keptEscrow(context, handle);
  const differences = compareStanding(contract, call, handle.request, network)?.differences ?? [];
  if (differences.length === 0) return {};
  const action = actionOf('deploy');
  const { read } = openKept(action, offer, network);
  const { summaryWords, differenceText } = context.words;
  const summary = action.summarise(read, { ...call, escrow }, handle.request, network, offer.reasons, summaryWords);
  return { changed: { summary, differences: differences.map(differenceText) } };
}

function settledAt(handle: Handle): string | undefined {
  const offer = decidingOffer(handle);
  if (handle.action === 'trust' || offer?.state !== 'settled') return undefined;
  return handle.action === 'deploy' ? offer.contractId : handle.request.escrow;
}
