/** An entry of an address book. */
import type { SetBy } from '../words/names.ts';
import { lookOf, nameKey } from './name.ts';

export type Contact = {
  /** Equal for the same name, however it is written. One person has one entry for it on a network. */
  readonly key: string;
  /** Equal for names that look alike. */
  readonly look: string;
  /** As the person wrote it. */
  readonly name: string;
  /** Whole, G… or C…. */
  readonly address: string;
  readonly setBy: SetBy;
  /** When it got this address, in epoch milliseconds. */
  readonly setAt: number;
  /** The previous address; kept when the entry is removed and added again. */
  readonly before?: string;
  /** When it was removed. The entry is remembered a while, so that removing and re-adding hides no change. */
  readonly removedAt?: number;
};

/** How long a change is reported and a removed name is remembered. */
export const LATELY_MS = 7 * 24 * 3_600_000;

/** How many entries one person may have on a network. */
export const MAX_CONTACTS = 500;

/** @param earlier what the name stands for, or stood for lately */
export function contactFor(
  name: string,
  address: string,
  { by, at, earlier }: { readonly by: SetBy; readonly at: number; readonly earlier: Contact | undefined },
): Contact {
  const before = earlier === undefined || earlier.address === address ? earlier?.before : earlier.address;
  const written = name.normalize('NFC').trim();
  return {
    key: nameKey(written),
    look: lookOf(written),
    name: written,
    address,
    setBy: by,
    setAt: at,
    ...(before === undefined ? {} : { before }),
  };
}
