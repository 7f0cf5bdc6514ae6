/** What this person's escrows here are called: by what they are found again without an address. */
import type { FoundEscrow, PersonalDesk } from '@countersign/core';

/** How far it came, as a person means it. */
export type Phase = 'open' | 'sent' | 'settled' | 'ended';

export type Title = {
  readonly id: string;
  readonly contractId?: string;
  readonly title: string;
  readonly status: Phase;
  /** In token units. */
  readonly total: string;
  /** Code of a known token, else its address. */
  readonly tokenCode: string;
};

export const PHASE_WORDS: Readonly<Record<Phase, string>> = {
  open: 'to be signed',
  sent: 'sent, outcome not known yet',
  settled: 'settled',
  ended: 'ended',
};

/** The most that are told at once. */
export const MOST_TITLES = 200;

/** Newest first. @param text how words of it begin; an empty one finds all */
export async function titlesOf(desk: PersonalDesk, text: string, limit: number): Promise<readonly Title[]> {
  const { escrows } = await desk.find({ query: text.slice(0, 200) });
  return escrows.flatMap(titleOf).slice(0, limit);
}

const PHASES: Readonly<Record<string, Phase>> = {
  sending: 'sent',
  accepted: 'sent',
  unknown: 'sent',
  settled: 'settled',
  taken: 'ended',
  superseded: 'ended',
  declined: 'ended',
  discarded: 'ended',
};

function titleOf({ id, contractId, title, status, needed = '', asset = '' }: FoundEscrow): Title[] {
  if (id === undefined) return [];
  return [{ id, contractId, title, status: PHASES[status] ?? 'open', total: needed, tokenCode: asset }];
}
