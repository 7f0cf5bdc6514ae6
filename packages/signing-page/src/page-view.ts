/** What the pages' APIs answer: a request's signing view as JSON, or a wallet to prove. Shared with the browser. */
import type * as desk from '@countersign/core/desk';
import type { NetworkName } from '@countersign/core/network';
import type { Settlement } from '@countersign/core/results';

export type PageView = WithoutFee<desk.SigningView> & {
  /** Stroops, as a decimal string. */
  readonly maxFee: string;
  /** The desk's clock, epoch milliseconds: what the countdown runs by, whatever the reader's own clock says. */
  readonly now: number;
  /** The state of its escrow, once it has settled: by the ledger, where that could be asked. */
  readonly escrow?: desk.PageEscrow;
};

type WithoutFee<View> = View extends desk.SigningView ? Omit<View, 'maxFee'> : never;

/** The view after a signature was delivered; by then it may be about a newer transaction. */
export type SubmitReply = PageView & {
  /** What became of the transaction that was delivered. */
  readonly submitted: Pick<Settlement, 'transactionHash' | 'status' | 'message' | 'detail'>;
};

/** The view of the page on which a step was prepared, with the id of that step's own page. */
export type NextReply = PageView & { readonly next: string };

export function pageView({ maxFee, ...view }: desk.SigningView, now: number, escrow?: desk.PageEscrow): PageView {
  return { ...view, maxFee: maxFee.toString(), now, ...(escrow === undefined ? {} : { escrow }) } as PageView;
}

/** `GET /escrow/C…/view`, for anyone: the browser decodes and compares it. */
export type EscrowPageView = desk.EscrowReport & {
  /** The wallets that this browser has proven, newest first. */
  readonly wallets: readonly string[];
  /** The desk's clock, epoch milliseconds. */
  readonly now: number;
};

/** `GET /escrow/C…/history` */
export type EscrowHistory = desk.PublicHistory & { readonly now: number };

/** A wallet that is to be proven: for its own sake, or to open the page of a transaction, with the `code` to give back. */
export type ProofView = (desk.ProofToSign | desk.PageProof) & {
  /** The desk's clock, epoch milliseconds. */
  readonly now: number;
};

/** What a wallet signs to sign its browser in. */
export type SignInView = desk.SignInToSign & { readonly now: number };

/** The wallets that this browser has proven, newest first; `endsAt`: until when the newest counts. */
export type SignedInReply = { readonly wallets: readonly string[]; readonly endsAt: number; readonly now: number };

type WithPage<View extends { readonly pageId?: string }> = Omit<View, 'pageId'> & { readonly page?: string };

/** `POST /wallet/escrows` with `{ opened }`. `page`: the path of a signing page, from the root of the pages. */
export type WalletList = Omit<desk.EscrowsOfWallets, 'escrows' | 'named'> & {
  readonly escrows: readonly WithPage<desk.EscrowOfWallet>[];
  readonly named: readonly WithPage<desk.EscrowThatNames>[];
  readonly network: NetworkName;
  /** When it was read, and the desk's clock, in epoch milliseconds. */
  readonly readAt: number;
  readonly now: number;
};

/** `page`: the id of the page that it opens. */
export type ProvenReply = { readonly proven: true; readonly page?: string };

/** The path of a signing page, from the root of the pages. */
export type PreparedStepReply = { readonly page: string };
