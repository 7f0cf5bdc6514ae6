/** What each step does and who takes it, in one sentence for a model. */
import type { StepName } from '@countersign/core/escrow';

export const STEP_PHRASES: Readonly<Record<StepName, string>> = {
  'change-status': 'the service provider reports on a milestone: its status, and evidence of the work',
  approve: 'the approver accepts a milestone; this pays nobody',
  release: 'the release signer pays out what is approved, to the receiver and, as fees, to platform and service',
  dispute: 'a party (give signer) stops a payment until the dispute resolver decides',
  resolve: 'decide a dispute. The shares of a milestone come to its amount at most',
  withdraw: 'pay out what is left once every milestone is paid, decided or in dispute',
  update: 'the platform changes the terms',
  extend: 'the platform keeps the escrow from being archived, for so many days',
};
