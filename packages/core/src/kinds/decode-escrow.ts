/** The contract's escrow argument, read back from its ScVal, with everything that is odd about it named. */
import type { xdr } from '@stellar/stellar-sdk/base';
import type { FieldProblem } from '../errors/errors.ts';
import { ROLE_NAMES, type RoleName } from '../escrow/index.ts';
import { type EscrowMilestone, type EscrowValue, MILESTONE_FLAGS, ROLE_KEYS } from './escrow-value.ts';
import { StructReader } from './struct-reader.ts';

export type DecodedEscrow = {
  /** Absent where a field could not be read at all. */
  readonly escrow?: EscrowValue;
  /** Missing, unknown, doubled, misplaced or unreadable fields. A deploy may be offered with none only. */
  readonly problems: readonly FieldProblem[];
};

/** Read field by field, none left out and none too many; what cannot be read is a problem like any other. */
export function decodeEscrow(value: xdr.ScVal): DecodedEscrow {
  const read = new StructReader();
  const milestone = read.struct({
    amount: read.integer,
    description: read.string,
    evidence: read.string,
    flags: read.struct(Object.fromEntries(MILESTONE_FLAGS.map((flag) => [flag, read.bool]))),
    status: read.string,
  });
  const escrow = read.struct({
    description: read.string,
    engagement_id: read.string,
    milestones: read.list(milestone),
    platform_fee: read.integer,
    receiver_memo: read.integer,
    roles: read.struct(Object.fromEntries(ROLE_NAMES.map((role) => [ROLE_KEYS[role], read.address]))),
    title: read.string,
    trustline: read.struct({ address: read.address, decimals: read.integer }),
  })(value, 'escrow');
  const { problems } = read;
  if (read.failed) return { problems };
  const field = escrow as {
    description: string;
    engagement_id: string;
    milestones: readonly EscrowMilestone[];
    platform_fee: bigint;
    receiver_memo: bigint;
    roles: Readonly<Record<string, string>>;
    title: string;
    trustline: { address: string; decimals: bigint };
  };
  return {
    problems,
    escrow: {
      engagementId: field.engagement_id,
      title: field.title,
      description: field.description,
      roles: Object.fromEntries(ROLE_NAMES.map((role) => [role, field.roles[ROLE_KEYS[role]]])) as Record<
        RoleName,
        string
      >,
      platformFee: Number(field.platform_fee),
      milestones: field.milestones,
      trustline: { address: field.trustline.address, decimals: Number(field.trustline.decimals) },
      receiverMemo: field.receiver_memo,
    },
  };
}
