/** What the page's API answers: a handle's signing view as JSON. Types alone, shared with the browser. */
import type { SigningView } from '@countersign/core/desk';
import type { Settlement } from '@countersign/core/results';

export type PageView = WithoutFee<SigningView> & {
  /** Stroops, as a decimal string. */
  readonly maxFee: string;
  /** The desk's clock, epoch milliseconds: what the countdown runs by, whatever the reader's own clock says. */
  readonly now: number;
};

type WithoutFee<View> = View extends SigningView ? Omit<View, 'maxFee'> : never;

/** The view after a signature was delivered, which may by then be of a newer transaction than the one delivered. */
export type SubmitReply = PageView & {
  /** What became of the transaction that was delivered. */
  readonly submitted: Pick<Settlement, 'transactionHash' | 'status' | 'message' | 'detail'>;
};

export function pageView({ maxFee, ...view }: SigningView, now: number): PageView {
  return { ...view, maxFee: maxFee.toString(), now } as PageView;
}
