/** The trustline that somebody lacks whom a prepared request pays: prepared from that request, for its owner to sign. */
import { CountersignError } from '../../errors/errors.ts';
import { isStepName } from '../../escrow/steps.ts';
import { type Fact, needsTrustline } from '../../words/data/risk.ts';
import type { RunningContext } from '../context.ts';
import { shownEscrow } from '../model/at-stake.ts';
import type { PreparedRequest } from '../model/requests.ts';
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
  const { trustline } = isStepName(prepared.action) ? (shownEscrow(prepared, context.network) ?? {}) : prepared.request;
  if (trustline === undefined || !notes.some((note) => needsTrustline(note) && note.params.address === address)) {
    const { nothingLacking } = context.words.PAGE_REFUSALS;
    throw new CountersignError('STEP_NOT_POSSIBLE', { ...nothingLacking, language: context.words.language });
  }
  return await prepare(context, 'trust', { signer: address, token: trustline.address }, { owner });
}
