/** The trustline that somebody lacks whom a prepared request pays: prepared from that request, for its owner to sign. */
import { CountersignError } from '../../errors/errors.ts';
import { isStepName } from '../../escrow/steps.ts';
import { type Fact, needsTrustline } from '../../words/data/risk.ts';
import type { DeskContext, RunningContext } from '../context.ts';
import { shownEscrow } from '../model/at-stake.ts';
import type { ActionRequest, PreparedRequest } from '../model/requests.ts';
import type { Prepared } from '../model/results.ts';
import { prepare } from './prepare.ts';

/**
 * It belongs to the owner of the request. Only for an address about which that request warns.
 * @throws CountersignError STEP_NOT_POSSIBLE for any other address, and those of `prepare`
 */
export async function preparePayeeTrustline(
  context: RunningContext,
  prepared: PreparedRequest,
  { address }: { readonly address: string },
): Promise<Prepared<'trust'>> {
  const { risk, owner } = prepared;
  const notes: readonly Fact[] = [...risk.warnings, ...risk.facts];
  const token = tokenOf(context, prepared);
  if (token === undefined || !notes.some((note) => needsTrustline(note) && note.params.address === address)) {
    const { nothingLacking } = context.words.PAGE_REFUSALS;
    throw new CountersignError('STEP_NOT_POSSIBLE', { ...nothingLacking, language: context.words.language });
  }
  return await prepare(context, 'trust', { signer: address, token }, { owner });
}

function tokenOf({ network }: DeskContext, request: ActionRequest): string | undefined {
  const { trustline } = isStepName(request.action) ? (shownEscrow(request, network) ?? {}) : request.request;
  return trustline?.address;
}
