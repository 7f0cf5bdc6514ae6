/**
 * The escrow as the contract's one argument (generation A, multi-release): to and from its ScVal.
 *
 * Source of the shape: the contract's public source, as recorded in docs/contract.md. A struct is a map with
 * symbol keys in alphabetical order.
 */
import { Address, xdr } from '@stellar/stellar-sdk/base';
import {
  type DeployRequest,
  decimalsOfMultiplier,
  ROLE_NAMES,
  type RoleName,
  toBaseUnits,
  toBasisPoints,
} from '../escrow/index.ts';

export type EscrowMilestone = {
  readonly description: string;
  /** Base units. */
  readonly amount: bigint;
  readonly status: string;
  readonly evidence: string;
  readonly flags: Readonly<Record<MilestoneFlag, boolean>>;
};
export const MILESTONE_FLAGS = ['approved', 'disputed', 'released', 'resolved'] as const;
type MilestoneFlag = (typeof MILESTONE_FLAGS)[number];

/** An escrow as it stands on chain. */
export type EscrowValue = {
  readonly engagementId: string;
  readonly title: string;
  readonly description: string;
  readonly roles: Readonly<Record<RoleName, string>>;
  /** Basis points. */
  readonly platformFee: number;
  readonly milestones: readonly EscrowMilestone[];
  /** `decimals` is the unit multiplier. */
  readonly trustline: { readonly address: string; readonly decimals: number };
  readonly receiverMemo: bigint;
};

/** The contract's names of the roles. */
export const ROLE_KEYS: Readonly<Record<RoleName, string>> = {
  approver: 'approver',
  serviceProvider: 'service_provider',
  platformAddress: 'platform_address',
  releaseSigner: 'release_signer',
  disputeResolver: 'dispute_resolver',
  receiver: 'receiver',
};

/** The escrow that a request asks for, as it must stand on chain the moment it is created. */
export function escrowOfRequest(request: DeployRequest): EscrowValue {
  const decimals = decimalsOfMultiplier(request.trustline.decimals) as number;
  return {
    engagementId: request.engagementId,
    title: request.title,
    description: request.description,
    roles: request.roles,
    platformFee: toBasisPoints(request.platformFee) as number,
    milestones: request.milestones.map((milestone) => ({
      description: milestone.description,
      amount: toBaseUnits(milestone.amount, decimals) as bigint,
      status: 'pending',
      evidence: '',
      flags: { approved: false, disputed: false, released: false, resolved: false },
    })),
    trustline: request.trustline,
    receiverMemo: BigInt(request.receiverMemo ?? 0),
  };
}

export function encodeEscrow(escrow: EscrowValue): xdr.ScVal {
  return struct({
    description: string(escrow.description),
    engagement_id: string(escrow.engagementId),
    milestones: xdr.ScVal.scvVec(
      escrow.milestones.map((milestone) =>
        struct({
          amount: i128(milestone.amount),
          description: string(milestone.description),
          evidence: string(milestone.evidence),
          flags: struct(
            Object.fromEntries(MILESTONE_FLAGS.map((flag) => [flag, xdr.ScVal.scvBool(milestone.flags[flag])])),
          ),
          status: string(milestone.status),
        }),
      ),
    ),
    platform_fee: xdr.ScVal.scvU32(escrow.platformFee),
    receiver_memo: i128(escrow.receiverMemo),
    roles: struct(Object.fromEntries(ROLE_NAMES.map((role) => [ROLE_KEYS[role], address(escrow.roles[role])]))),
    title: string(escrow.title),
    trustline: struct({
      address: address(escrow.trustline.address),
      decimals: xdr.ScVal.scvU32(escrow.trustline.decimals),
    }),
  });
}

function struct(fields: Readonly<Record<string, xdr.ScVal>>): xdr.ScVal {
  return xdr.ScVal.scvMap(
    Object.keys(fields)
      .sort()
      .map((key) => new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol(key), val: fields[key] as xdr.ScVal })),
  );
}

const string = (text: string) => xdr.ScVal.scvString(text);
const address = (text: string) => Address.fromString(text).toScVal();
const i128 = (value: bigint) =>
  xdr.ScVal.scvI128(new xdr.Int128Parts({ hi: value >> 64n, lo: value & 0xffff_ffff_ffff_ffffn }));
