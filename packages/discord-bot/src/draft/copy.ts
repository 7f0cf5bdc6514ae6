/** The terms of an earlier escrow, as the fields of a new draft. */
import type { EscrowView } from '@countersign/core';
import { ROLE_NAMES } from '@countersign/core/escrow';
import { type Network, releasesOf } from '@countersign/core/network';
import type { Words } from '../words/index.ts';
import { type DraftFields, newEngagementId } from './draft.ts';

/** A line's end within a text would begin another milestone. */
const oneLine = (text: string): string => text.replace(/[\r\n\u0085\u2028\u2029]+/g, ' ');

/** It gets a new id, and its signer is the person who copies it. */
export function fieldsOfEscrow(view: EscrowView, network: Network, { core }: Words): DraftFields {
  const { title, description, roles, milestones, token, platformFeePercent, total } = view;
  const people = ROLE_NAMES.flatMap((role) =>
    roles[role] === undefined ? [] : [`${core.ROLE_WORDS[role]}: ${roles[role]}`],
  );
  // A single release has only one amount, which belongs to no particular milestone.
  const only = milestones.length === 1 ? total : undefined;
  const lines = milestones.map((each) => `${each.amount ?? only ?? ''} | ${oneLine(each.description)}`);
  return {
    title: oneLine(title),
    description,
    engagementId: newEngagementId(),
    ...(view.kind === 'single' && releasesOf(network).includes('single') ? { kind: 'single' as const } : {}),
    people: {},
    peopleLines: people.join('\n'),
    milestoneLines: lines.join('\n'),
    token,
    platformFee: platformFeePercent,
  };
}
