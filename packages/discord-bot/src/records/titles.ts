/** What this person's escrows here are called: by what they are found again without an address. */
import type { FoundEscrow, PersonalDesk } from '@countersign/core';

export type Title = Pick<FoundEscrow, 'title' | 'status' | 'contractId' | 'asset'> & {
  readonly id: string;
  /** What its terms pay out. */
  readonly total?: string;
};

/** Newest first. @param text words of it; an empty one finds all */
export async function titlesOf(desk: PersonalDesk, text: string, limit: number): Promise<readonly Title[]> {
  const { escrows } = await desk.find({ query: text.slice(0, 200) });
  return escrows
    .flatMap(({ id, needed, ...rest }) =>
      id === undefined ? [] : [{ ...rest, id, ...(needed === undefined ? {} : { total: needed }) }],
    )
    .slice(0, limit);
}
