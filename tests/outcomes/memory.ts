/** What the people of a schedule were handed so far. */
import type { DeployInput } from '@countersign/core/escrow';
import type { Prepared } from '@countersign/core/results';
import type { Keypair } from '@stellar/stellar-sdk/base';
import type { SeatNumber } from './seats.ts';

export const PEOPLE = [
  { tenant: 'guild', id: 'alice' },
  { tenant: 'guild', id: 'bob' },
] as const;
export type PersonNumber = 0 | 1;

/** Which store knows it: the one that two desks share, or the third desk's own. */
export type Group = 'shared' | 'own';
export const groupOf = (seat: SeatNumber): Group => (seat === 2 ? 'own' : 'shared');

export type KnownRequest = {
  readonly id: string;
  readonly action: 'deploy' | 'fund';
  readonly owner: PersonNumber;
  readonly group: Group;
  readonly pageId: string | undefined;
  /** Signer and escrow in XDR; or payer, escrow and amount. */
  readonly terms: string;
  readonly series: string;
  /** What the person types to confirm. */
  readonly amount: string;
  /** What was shown with its newest transaction: the stops, and the key of all of it. */
  shown: string;
  stops: Prepared<'deploy'>['judgement']['stops'];
  readonly transactions: KnownTransaction[];
};

export type KnownTransaction = {
  readonly hash: string;
  readonly contractId: string;
  readonly unsignedXdr: string;
  readonly prepared: KnownRequest;
  /** Whether its signature reached a desk that lives. */
  isDelivered: boolean;
};

/** A state that was reported to a person, and must stay true. */
export type Claim = { readonly status: 'expired' | 'displaced' | 'rejected'; readonly hash: string };

export type Memory = ReturnType<typeof newMemory>;

export const newMemory = (signer: Keypair, requests: readonly DeployInput[]) => ({
  signer,
  requests,
  handles: [] as KnownRequest[],
  offers: [] as KnownTransaction[],
  claims: [] as Claim[],
  /** Requests that their owner lets the other person see. */
  shown: new Set<KnownRequest>(),
  ended: new Set<KnownRequest>(),
  reported: new Set<string>(),
  /** Requests of which a person confirmed that they may double something, each with what was confirmed. */
  confirmed: new Map<KnownRequest, Set<string>>(),
  /** Addresses where a stranger put a contract, or where an update changed whom an escrow pays. */
  occupied: new Set<string>(),
  /** Two desks get a call at the same time. */
  isAtOnce: false,
  /** A store went back in time, or a desk was asked that knows nothing of the others. */
  isForgetful: false,
  /** Killed desks may have made requests that no one heard of. */
  wasKilled: false,
  /** A row of a store was changed by somebody else. */
  isTampered: false,
});

/** Of a list, counted round. */
export const pickOf = <T>(list: readonly T[], number: number): T | undefined =>
  list.length === 0 ? undefined : list[number % list.length];

/** Whether a desk may have lost what it stored, since its store was restored, killed, changed or replaced. */
export const isDisturbed = ({ isForgetful, wasKilled, isTampered }: Memory): boolean =>
  isForgetful || wasKilled || isTampered;
