/** What the page's API answers: a handle's signing view as JSON. Types alone, shared with the browser. */
import type { SigningView } from '@countersign/core/desk';

export type PageView = Omit<SigningView, 'maxFee'> & {
  /** Stroops, as a decimal string. */
  readonly maxFee: string;
  /** The desk's clock, epoch milliseconds: what the countdown runs by, whatever the reader's own clock says. */
  readonly now: number;
};

export function pageView({ maxFee, ...view }: SigningView, now: number): PageView {
  return { ...view, maxFee: maxFee.toString(), now };
}
