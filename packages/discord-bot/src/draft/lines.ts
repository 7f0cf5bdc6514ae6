/** What people type line by line: milestones, and addresses of roles. Parsed by hand, so that each problem has its line. */
import type { RoleName } from '@countersign/core/escrow';
import { PARTS } from './draft.ts';

export type LineProblem = { readonly line: number; readonly problem: string };

type Written = { readonly line: number; readonly text: string };

/** Without empty ones; the lines are counted from 1, as a person counts them. */
function writtenLines(text: string): Written[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((each, index) => ({ line: index + 1, text: each.trim() }))
    .filter((each) => each.text !== '');
}

export type MilestoneLine = { readonly line: number; readonly amount: string; readonly description: string };

/** `10.5 | Sketches`, one a line. */
export function readMilestones(text: string): {
  readonly milestones: readonly MilestoneLine[];
  readonly problems: readonly LineProblem[];
} {
  const milestones: MilestoneLine[] = [];
  const problems: LineProblem[] = [];
  for (const { line, text: written } of writtenLines(text)) {
    const at = written.indexOf('|');
    if (at === -1) problems.push({ line, problem: 'has no | between the amount and the text, as in 10.5 | Sketches' });
    else milestones.push({ line, amount: written.slice(0, at).trim(), description: written.slice(at + 1).trim() });
  }
  return { milestones, problems };
}

/** How a line may begin, without spaces and in small letters, and what it sets. */
const LABELS: ReadonlyMap<string, readonly (RoleName | 'signer')[]> = new Map<string, readonly (RoleName | 'signer')[]>(
  [
    ...Object.entries(PARTS),
    ['approver', ['approver']],
    ['serviceprovider', ['serviceProvider']],
    ['provider', ['serviceProvider']],
    ['platformaddress', ['platformAddress']],
    ['releasesigner', ['releaseSigner']],
    ['release', ['releaseSigner']],
    ['disputeresolver', ['disputeResolver']],
    ['receiver', ['receiver']],
    ['signer', ['signer']],
  ],
);

/** `receiver: G…`, one a line. A later line counts more than an earlier one. */
export function readPeople(text: string): {
  readonly typed: ReadonlyMap<RoleName | 'signer', string>;
  readonly problems: readonly LineProblem[];
} {
  const typed = new Map<RoleName | 'signer', string>();
  const problems: LineProblem[] = [];
  for (const { line, text: written } of writtenLines(text)) {
    const at = written.indexOf(':');
    const roles = LABELS.get(written.slice(0, Math.max(at, 0)).replaceAll(' ', '').toLowerCase());
    const value = written.slice(at + 1).trim();
    if (roles === undefined || value === '') problems.push({ line, problem: NO_ROLE });
    else for (const role of roles) typed.set(role, value);
  }
  return { typed, problems };
}

const NO_ROLE =
  'does not name a role and an address, as in receiver: G… (client, worker, platform, arbiter, approver, service provider, release signer, dispute resolver, receiver, signer)';
