import { type DeployRequest, partiesOf } from '../../escrow/index.ts';
import { fold } from '../../text/fold.ts';
import type { Phase } from '../model/escrow-views.ts';
import type { Person } from '../model/person.ts';
import type { ListedRequests } from '../model/requests.ts';

/** All conditions must hold. */
export type Search = {
  /** Finds this person's own escrows and those that they were let in to. */
  readonly person: Person;
  /** Each is a part of the texts, or one of its addresses takes part. `text` is folded. */
  readonly words: readonly { readonly text: string; readonly addresses: readonly string[] }[];
  /** The signer, or in any role. */
  readonly wallet: string | undefined;
  readonly phase?: Phase | undefined;
  /** Prepared first at this time or later, in epoch milliseconds. */
  readonly endedSince: number | undefined;
  /** Only requests whose state may still change. */
  readonly isUndecided?: boolean;
};

/** Newest first. */
export type Matches = ListedRequests & {
  /** How many match in all. */
  readonly total: number;
};

/** The longest texts of a request are some 6,000 characters; folding can make them longer. */
const MAX_TEXTS = 8_000;

/** An escrow as it is listed to choose from, without reading its transaction. */
export type Titled = {
  readonly id: string;
  /** Absent where it cannot be read. */
  readonly request?: DeployRequest;
  /** Of the transaction at the address, where its contract may be an earlier one: in the sandbox. */
  readonly unsignedXdr?: string;
  readonly contractId?: string;
  readonly phase: Phase;
  /** Somebody else's, who let this person in to it. */
  readonly isShared?: true;
  /** Somebody else's, where the wallet takes part; the person has no right to the request. */
  readonly isParty?: true;
};

/** The part of its title that somebody has typed, from the beginning of a word on. */
export const titleKey = (title: string): string => ` ${fold(title)}`;

/** The texts and addresses by which an escrow is found. They are never shown: that comes from the transaction. */
export function searchable(request: DeployRequest): { readonly texts: string; readonly parties: string } {
  const { engagementId, title, description, milestones, signer } = request;
  const texts = [engagementId, title, description, ...milestones.map((milestone) => milestone.description)];
  return {
    texts: texts.map(fold).join('\n').slice(0, MAX_TEXTS),
    parties: [...new Set([signer, ...partiesOf(request)])].join(' '),
  };
}
