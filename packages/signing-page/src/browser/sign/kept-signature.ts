/**
 * The signed transaction that this tab has not delivered yet: in memory, and in sessionStorage so that a reload goes on
 * with it. No other tab and no other page reads it. It is no secret, but it is the person's consent to one transaction.
 */
import type { PageView } from '../../page-view.ts';
import { pageId } from '../parts/ask-server.ts';

export type KeptSignature = {
  /** Hash of the signed transaction, lower-case hex. */
  readonly hash: string;
  readonly signedXdr: string;
  /** Epoch milliseconds by the desk's clock; after this, delivery has no effect. */
  readonly expiresAt: number;
  /** The offer on screen when it was signed; absent if a different transaction was pasted. */
  readonly offer?: PageView['offer'];
};

const PREFIX = `countersign:signed:${pageId}:`;

/** @returns whether it survives a reload: a browser may refuse to store anything */
export function storeSignature(kept: KeptSignature): boolean {
  forgetSignature();
  try {
    sessionStorage.setItem(PREFIX + kept.hash, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function forgetSignature(): void {
  try {
    for (const key of keys()) sessionStorage.removeItem(key);
  } catch {
    // Nothing could be stored either.
  }
}

/** What this tab stored for this page; nothing if missing or damaged. */
export function storedSignature(): KeptSignature | undefined {
  try {
    const [key] = keys();
    const kept: unknown = JSON.parse((key && sessionStorage.getItem(key)) ?? 'null');
    return isKept(kept) && key === PREFIX + kept.hash ? kept : undefined;
  } catch {
    return undefined;
  }
}

const keys = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));

/** Checks the shape only: its offer is compared with the request before it is shown, like one from the server. */
function isKept(value: unknown): value is KeptSignature {
  const { hash, signedXdr, expiresAt } = (value ?? {}) as Partial<Record<keyof KeptSignature, unknown>>;
  return typeof hash === 'string' && typeof signedXdr === 'string' && typeof expiresAt === 'number';
}
