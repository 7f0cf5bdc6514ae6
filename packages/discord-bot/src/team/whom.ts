/** Who is asked for a signature: a chosen member, or the one who saved the signer's wallet. */
import { CountersignError, toCountersignError } from '@countersign/core/errors';
import { deskOf } from '../state.ts';
import type { Task } from '../task.ts';
import { holdersOf } from '../wallets/holders.ts';

export type Whom = {
  /** Absent: no single member is meant. */
  readonly member: string | undefined;
  /** Chosen by the asker, not by a saved wallet. */
  readonly isChosen: boolean;
};

/** In place of a member's id if no single member is meant. */
const NOBODY = '0';
const SHAPE = /^([0-9a-f]{32})\.(?:(\d{1,20})|c([1-9]\d{0,19}))$/;
const MEMBER = /^[1-9]\d{0,19}$/;

/** Kept in the buttons, so that the choice survives a restart. */
export const targetOf = (handle: string, { member, isChosen }: Whom): string =>
  `${handle}.${isChosen ? 'c' : ''}${member ?? NOBODY}`;

/** @throws CountersignError HANDLE_NOT_FOUND */
export function readTarget(id: string): { handle: string; named: Whom } {
  const [, handle, guessed, chosen] = SHAPE.exec(id) ?? [];
  if (handle === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
  if (chosen !== undefined) return { handle, named: { member: chosen, isChosen: true } };
  return { handle, named: { member: guessed === NOBODY ? undefined : guessed, isChosen: false } };
}

/** The choice in the select, checked: a client may send any id. @throws CountersignError INPUT_INVALID */
export function chosenOf({ person, words }: Task, member: string | undefined): Whom | undefined {
  if (member === undefined) return undefined;
  if (member !== person.userId && MEMBER.test(member)) return { member, isChosen: true };
  const { team, language } = words;
  throw new CountersignError('INPUT_INVALID', { message: team.NOT_YOURSELF, remedy: team.CHOOSE_ANOTHER, language });
}

/** The one other member who holds this wallet. Where several or none do, it is unknown who is meant. */
export async function guessOf({ bot, person }: Task, signer: string): Promise<Whom> {
  const holders = await holdersOf(bot, person.guildId, signer);
  const [member, another] = holders.filter((each) => each !== person.userId);
  return { member: another === undefined ? member : undefined, isChosen: false };
}

/** Only the owner lets in. @returns whether the member may open the card */
export async function letIn({ bot, desk, person, call }: Task, handle: string, userId: string): Promise<boolean> {
  try {
    await desk.grant(handle, { tenant: person.guildId, id: userId }, 'sign');
    return true;
  } catch (thrown) {
    if (toCountersignError(thrown).code !== 'HANDLE_NOT_FOUND') throw thrown;
  }
  return await deskOf(bot.desk, { ...person, userId })
    .status(handle, call)
    .then(
      () => true,
      () => false,
    );
}
