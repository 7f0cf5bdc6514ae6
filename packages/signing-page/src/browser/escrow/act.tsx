/** Where each party takes their next step. */
import type { ReportedEscrow } from '@countersign/core/escrow-report';
import type { EscrowPageView } from '../../page-view.ts';

export type ActProps = {
  readonly view: EscrowPageView;
  readonly escrow: ReportedEscrow;
  /** Reads the escrow again, after a step. */
  readonly again: () => Promise<void>;
};

export function Act(_: ActProps) {
  return null;
}
