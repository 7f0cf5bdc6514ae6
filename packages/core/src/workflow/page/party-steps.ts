/**
 * A step for the wallet that holds its role, prepared for anyone who knows the escrow's address: that wallet's signature
 * is the authority. Decision 115.
 */
import * as z from 'zod';
import { fieldsOf } from '../../actions/registry.ts';
import { CountersignError, fieldProblem } from '../../errors/errors.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import { contractSchema, signerSchema } from '../../escrow/request.ts';
import { STEP_NAMES, type StepName } from '../../escrow/steps.ts';
import type { RunningContext } from '../context.ts';
import { ownerOnEscrowPage } from '../model/escrow-page.ts';
import { maySpeakFor } from '../model/person.ts';
import { prepare } from '../prepare/prepare.ts';
import { endOnPage, pageOf } from './escrow-on-page.ts';

const PARTY_ACTIONS = ['fund', 'end', ...STEP_NAMES] as const;

/** Others read them in the signer's name. */
const WITH_TEXTS: readonly string[] = ['change-status', 'update'];

const partyStepSchema = z.looseObject({ action: z.enum(PARTY_ACTIONS), escrow: contractSchema, signer: signerSchema });

/**
 * Equal input leads to the same page as long as that one can be signed.
 * @returns the id of its signing page
 * @throws CountersignError INPUT_INVALID, PROOF_NEEDED, RATE_LIMITED; STEP_NOT_POSSIBLE where it is not its turn or not
 *   this signer's; and those of `prepare`
 */
export async function prepareForParty(context: RunningContext, input: unknown): Promise<{ readonly page: string }> {
  const { action, escrow, signer, ...own } = parseInput(partyStepSchema, input);
  const taken = fieldsTaken(action);
  const unknown = Object.keys(own).filter((name) => !taken.includes(name));
  if (unknown.length > 0) {
    const fields = unknown.map((path) => fieldProblem(path, 'UNKNOWN_FIELD', { of: 'call' }));
    throw new CountersignError('INPUT_INVALID', { fields });
  }
  if (WITH_TEXTS.includes(action) && !maySpeakFor(context.viewer, [signer])) throw new CountersignError('PROOF_NEEDED');
  const owner = ownerOnEscrowPage(escrow);
  if (action === 'end') return await endOnPage(context, { ...own, escrow, signer }, owner);
  const { id } = await prepare(context, action, { ...own, escrow, signer }, { owner });
  return await pageOf(context, id);
}

function fieldsTaken(action: StepName | 'fund' | 'end'): readonly string[] {
  if (action === 'fund') return ['amount'];
  return action === 'end' ? ['refundTo'] : fieldsOf(action);
}
