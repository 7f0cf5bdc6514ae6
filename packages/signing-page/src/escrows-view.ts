/** What the API of the list of escrows takes and answers. Types alone, shared with the browser. */
import type * as core from '@countersign/core/escrow-list';
import type { NetworkName } from '@countersign/core/network';
import type { LookAlike } from '@countersign/core/words';

export type { EscrowGroup } from '@countersign/core/escrow-list';

/** With the address of a page instead of its id, relative to the list: `sign/…`. */
type WithPage<View> = Omit<View, 'pageId'> & { readonly page?: string };

export type ListedEscrow = WithPage<core.ListedEscrow>;
export type Happening = WithPage<core.Happening>;

/** `POST /session` with `{ token }`. The session itself is a cookie that no script reads. */
export type SessionReply = {
  /** Epoch milliseconds, by `now`. */
  readonly endsAt: number;
  readonly now: number;
};

/** `GET /escrows/list?query=…&status=…&since=…`, each of them optional; `GET /escrows.csv` takes the same. */
export type EscrowList = Omit<core.ListedEscrows, 'escrows'> & {
  readonly network: NetworkName;
  /** Epoch milliseconds, the desk's clock. */
  readonly now: number;
  /** Newest first, 200 at most. */
  readonly escrows: readonly ListedEscrow[];
};

/** `GET /escrows/<id or contract address>`. */
export type EscrowDetails = Omit<core.EscrowDetails, 'happened'> & {
  readonly happened: readonly Happening[];
  readonly now: number;
};

/** An entry of the address book. */
export type ListedContact = {
  readonly name: string;
  readonly address: string;
  /** Epoch milliseconds. */
  readonly setAt: number;
  readonly setBy: 'page' | 'terminal' | 'command';
  /** The address that it had before. */
  readonly before?: string;
  /** Why its name is no longer accepted, in the reader's words: until it is renamed, nothing uses it. */
  readonly toRename?: string;
};

/** `GET /escrows/contacts`; also what `POST` there and `POST /escrows/contacts/remove` (`{ name }`) answer. */
export type ContactList = { readonly contacts: readonly ListedContact[]; readonly now: number };

/** `POST /escrows/contacts`. @see ContactConflict */
export type NewContact = {
  readonly name: string;
  readonly address: string;
  /** The other address that the person saw this one replace, and confirmed. */
  readonly instead?: string;
  /** The address that they saw this one look like, likewise. */
  readonly unlike?: string;
};

/** With 409 and CONFIRMATION_NEEDED: the same is sent again with `instead` and `unlike`, once the person confirmed. */
export type ContactConflict = {
  /** Another address that the name stands for, or stood for until it was removed lately. */
  readonly standing?: { readonly name: string; readonly address: string; readonly removed: boolean };
  /** Its `looksLike` is an address that the person trusts, and that the new one may be mistaken for. */
  readonly alike?: LookAlike;
};
