/** Where the rows of the bot stand in a specification: one place, which several processes share. */
import type { State } from '@countersign/discord-bot/state';

/** Opens it as one more process, which ends with the test. */
export type OpenRows = (now?: () => number) => Promise<State>;

/** A new one, with nothing in it. */
export type NewPlace = () => OpenRows;

export const SERVER = '1300000000000000002';
export const PERSON = { userId: '1300000000000000001', guildId: SERVER };
export const OTHER = { ...PERSON, userId: '1300000000000000003' };
export const ELSEWHERE = { ...PERSON, guildId: '1300000000000000004' };

/** Two processes on one place. */
export async function two(place: NewPlace, now?: () => number): Promise<readonly [State, State]> {
  const open = place();
  return [await open(now), await open(now)];
}

/** How many of them are so. */
export const count = (all: readonly boolean[]): number => all.filter(Boolean).length;
