/**
 * The kinds of escrow beside the interface's own (generation A, multi-release): how their argument is built.
 * Source: the contract's public source of later builds, as recorded in docs/contract.md.
 */
import type { xdr } from '@stellar/stellar-sdk/base';
import type { FieldProblem } from '../errors/errors.ts';
import { StructReader } from './struct-reader.ts';

/** `multi`: each milestone has its own amount and release. `single`: one amount, released at once. */
export type EscrowKind = { readonly generation: 'A' | 'B'; readonly release: 'multi' | 'single' };

/** An escrow of another kind as it stands on chain. Addresses are whole, amounts in base units. */
export type OtherEscrow = {
  readonly engagementId: string;
  readonly title: string;
  readonly description: string;
  readonly roles: {
    readonly approver: string;
    readonly serviceProvider: string;
    readonly platformAddress: string;
    readonly releaseSigner: string;
    readonly disputeResolver: string;
    /** Absent where each milestone names its own. */
    readonly receiver?: string;
  };
  /** Basis points. */
  readonly platformFee: bigint;
  /** The one amount of a single release. */
  readonly amount?: bigint;
  readonly flags: readonly Flag[];
  readonly milestones: readonly OtherMilestone[];
  /** `multiplier` stands in generation A alone. */
  readonly trustline: { readonly address: string; readonly multiplier?: bigint };
  /** Generation A alone. */
  readonly receiverMemo?: bigint;
};

type OtherMilestone = {
  readonly description: string;
  /** Absent where the escrow has one amount. */
  readonly amount?: bigint;
  readonly receiver?: string;
  readonly status: string;
  readonly evidence: string;
  readonly flags: readonly Flag[];
};
type Flag = { readonly name: string; readonly value: boolean };

const MULTI_FLAGS = ['approved', 'disputed', 'released', 'resolved'];
const SINGLE_FLAGS = ['disputed', 'released', 'resolved'];

/** Both names of the platform's role stand in each other's generation for "unknown". */
type Raw = {
  description: string;
  engagement_id: string;
  title: string;
  milestones: readonly Record<string, unknown>[];
  platform_fee: bigint;
  receiver_memo?: bigint;
  amount?: bigint;
  flags?: Record<string, boolean>;
  roles: Record<string, string>;
  trustline: { address: string; decimals?: bigint };
};

/** The escrow in a contract's argument, if it is of this kind, and everything about it that is not as it should be. */
export function decodeOtherEscrow(
  value: xdr.ScVal,
  { generation, release }: EscrowKind,
): { readonly escrow?: OtherEscrow; readonly problems: readonly FieldProblem[] } {
  const read = new StructReader();
  const { string, integer, bool, address, list, struct } = read;
  const isB = generation === 'B';
  const isSingle = release === 'single';
  const flags = (names: readonly string[]) => struct(Object.fromEntries(names.map((name) => [name, bool])));
  const milestone = struct(
    {
      description: string,
      evidence: string,
      status: string,
      ...(isSingle ? { approved: bool } : { amount: integer, flags: flags(MULTI_FLAGS) }),
      ...(isB && !isSingle ? { receiver: address } : {}),
    },
    // Where a single release of generation B keeps its receiver is not known for certain: there, or among the roles.
    isB && isSingle ? { receiver: address } : {},
  );
  const roles = struct(
    {
      approver: address,
      dispute_resolver: address,
      release_signer: address,
      service_provider: address,
      ...(isB ? { platform: address } : { platform_address: address, receiver: address }),
    },
    isB && isSingle ? { receiver: address } : {},
  );
  const whole = struct({
    description: string,
    engagement_id: string,
    milestones: list(milestone),
    platform_fee: integer,
    roles,
    title: string,
    trustline: struct({ address, ...(isB ? {} : { decimals: integer }) }),
    ...(isB ? {} : { receiver_memo: integer }),
    ...(isSingle ? { amount: integer, flags: flags(SINGLE_FLAGS) } : {}),
  })(value, 'escrow');
  const { problems } = read;
  return read.failed ? { problems } : { problems, escrow: escrowOf(whole as Raw) };
}

function escrowOf(raw: Raw): OtherEscrow {
  const role = (name: string) => raw.roles[name] as string;
  return {
    engagementId: raw.engagement_id,
    title: raw.title,
    description: raw.description,
    roles: {
      approver: role('approver'),
      serviceProvider: role('service_provider'),
      platformAddress: raw.roles['platform'] ?? role('platform_address'),
      releaseSigner: role('release_signer'),
      disputeResolver: role('dispute_resolver'),
      ...(raw.roles['receiver'] === undefined ? {} : { receiver: raw.roles['receiver'] }),
    },
    platformFee: raw.platform_fee,
    ...(raw.amount === undefined ? {} : { amount: raw.amount }),
    flags: flagList(raw.flags),
    milestones: raw.milestones.map((milestone) => {
      const { description, amount, receiver, status, evidence, approved, flags } = milestone as OtherMilestone & {
        approved?: boolean;
        flags?: Record<string, boolean>;
      };
      return {
        description,
        ...(amount === undefined ? {} : { amount }),
        ...(receiver === undefined ? {} : { receiver }),
        status,
        evidence,
        flags: flagList(approved === undefined ? flags : { approved }),
      };
    }),
    trustline: {
      address: raw.trustline.address,
      ...(raw.trustline.decimals === undefined ? {} : { multiplier: raw.trustline.decimals }),
    },
    ...(raw.receiver_memo === undefined ? {} : { receiverMemo: raw.receiver_memo }),
  };
}

function flagList(flags: Readonly<Record<string, boolean>> | undefined): Flag[] {
  return Object.entries(flags ?? {}).map(([name, value]) => ({ name, value }));
}
