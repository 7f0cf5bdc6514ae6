/** What people type line by line: milestones, and addresses of roles. Parsed by hand, so that each problem has its line. */
import { ROLE_NAMES, type RoleName } from '@countersign/core/escrow';
import { LANGUAGES, type Language } from '@countersign/core/words';
import { type Words, wordsOf } from '../words/index.ts';
import { PART_NAMES, PARTS } from './draft.ts';

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
export function readMilestones(
  text: string,
  { NO_BAR }: Words['draft'],
): {
  readonly milestones: readonly MilestoneLine[];
  readonly problems: readonly LineProblem[];
} {
  const milestones: MilestoneLine[] = [];
  const problems: LineProblem[] = [];
  for (const { line, text: written } of writtenLines(text)) {
    const at = written.indexOf('|');
    if (at === -1) problems.push({ line, problem: NO_BAR });
    else milestones.push({ line, amount: written.slice(0, at).trim(), description: written.slice(at + 1).trim() });
  }
  return { milestones, problems };
}

const plain = (label: string): string => label.replaceAll(' ', '').toLowerCase();

/** As the roles are called, and the people who take them. What one wrote in one language is read in every other. */
function labelsIn(language: Language): (readonly [string, readonly (RoleName | 'signer')[]])[] {
  const { core, draft } = wordsOf(language);
  return [
    ...ROLE_NAMES.map((role) => [plain(core.ROLE_WORDS[role]), [role]] as const),
    ...PART_NAMES.map((part) => [plain(draft.PART_LABELS[part]), PARTS[part]] as const),
    [plain(draft.PART_LABELS.signer), ['signer']] as const,
  ];
}

/** Keys of a line, lower case without spaces, and what they set. */
const LABELS: ReadonlyMap<string, readonly (RoleName | 'signer')[]> = new Map<string, readonly (RoleName | 'signer')[]>(
  [
    ...LANGUAGES.flatMap(labelsIn),
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
export function readPeople(
  text: string,
  { NO_ROLE }: Words['draft'],
): {
  readonly typed: ReadonlyMap<RoleName | 'signer', string>;
  readonly problems: readonly LineProblem[];
} {
  const typed = new Map<RoleName | 'signer', string>();
  const problems: LineProblem[] = [];
  for (const { line, text: written } of writtenLines(text)) {
    const at = written.indexOf(':');
    const roles = LABELS.get(plain(written.slice(0, Math.max(at, 0))));
    const value = written.slice(at + 1).trim();
    if (roles === undefined || value === '') problems.push({ line, problem: NO_ROLE });
    else for (const role of roles) typed.set(role, value);
  }
  return { typed, problems };
}
