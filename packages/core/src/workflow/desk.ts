/** What the calls of a desk take, and what a signing page shows. The calls are in `calls.ts`. */
export type {
  CallOptions,
  Confirmation,
  PrepareInput,
  PrepareOptions,
  SeenStatus,
  WaitOptions,
} from './model/call-options.ts';
export type { PartyStepInput } from './model/escrow-page.ts';
export type { EscrowReport, PublicHistory } from './model/escrow-report.ts';
export type { PageEscrow } from './model/escrow-views.ts';
export type { NextInput } from './model/page-actions.ts';
export type { SigningView, SigningViewOf } from './model/signing-view.ts';
export type { EscrowOfWallet, EscrowsOfWallets, EscrowThatNames, WalletSource } from './model/wallet-list.ts';
export type { PageProof, ProofToSign, SignInProof, SignInToSign } from './model/wallet-proof-views.ts';
