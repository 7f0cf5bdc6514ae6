/** Which escrows were opened in this browser, so that the list of a wallet’s escrows can have them. No server keeps that. */
import { attempt } from './attempt.ts';

const KEY = 'opened escrows';
const MOST = 30;
const CONTRACT = /^C[A-Z2-7]{55}$/;

/** The newest first. */
export function openedEscrows(): readonly string[] {
  const kept: unknown = attempt(() => JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  return Array.isArray(kept) ? kept.filter((address) => CONTRACT.test(String(address))).slice(0, MOST) : [];
}

export function noteOpened(contractId: string): void {
  const others = openedEscrows().filter((address) => address !== contractId);
  attempt(() => localStorage.setItem(KEY, JSON.stringify([contractId, ...others].slice(0, MOST))));
}
