/** The options of a step at a terminal, as a request. Nothing is validated here. */
import { fieldsOf } from '@countersign/core/actions';
import { isStepName } from '@countersign/core/escrow';
import { quoted } from '@countersign/core/text';
import { UsageError } from '../run-command.ts';

export const STEP_OPTIONS = {
  as: { type: 'string' },
  amount: { type: 'string' },
  milestone: { type: 'string' },
  status: { type: 'string' },
  evidence: { type: 'string' },
  share: { type: 'string', multiple: true },
  days: { type: 'string' },
  to: { type: 'string' },
  set: { type: 'string', multiple: true },
  'add-milestone': { type: 'string', multiple: true },
  unsigned: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export type StepValues = {
  readonly milestone?: string | undefined;
  readonly status?: string | undefined;
  readonly evidence?: string | undefined;
  readonly share?: readonly string[] | undefined;
  readonly days?: string | undefined;
  readonly set?: readonly string[] | undefined;
  readonly 'add-milestone'?: readonly string[] | undefined;
};

/** @throws UsageError if a required option is missing: a later error would name a field, not the option */
export function requireItsOptions(command: string, { share, set, 'add-milestone': added }: StepValues): void {
  if (isStepName(command) && fieldsOf(command).includes('distributions') && share === undefined) {
    throw new UsageError('--share is missing; write --share ADDRESS=AMOUNT for everybody who is paid.');
  }
  if (command === 'update' && set === undefined && added === undefined) {
    throw new UsageError('Nothing to change is named; write --set NAME=VALUE or --add-milestone DESCRIPTION=AMOUNT.');
  }
}

/** @throws UsageError for a malformed option */
export function requestIn({ share, set, days, ...values }: StepValues): Readonly<Record<string, unknown>> {
  const { 'add-milestone': added, milestone, ...plain } = values;
  const isSeveral = milestone !== undefined && /\d[\s,;–-]+\d/.test(milestone);
  const shares = share?.map((text) => parted(text, 'share', 'ADDRESS=AMOUNT'));
  const terms = Object.fromEntries((set ?? []).map((text) => parted(text, 'set', 'NAME=VALUE')));
  const roles = Object.entries(terms).flatMap(([name, value]) =>
    name.startsWith('roles.') ? [[name.slice('roles.'.length), value] as const] : [],
  );
  const others = Object.entries(terms).filter(([name]) => !name.startsWith('roles.'));
  // A milestone of a single release has no amount.
  const milestones = added?.map((text) =>
    text.includes('=') ? parted(text, 'add-milestone', 'DESCRIPTION=AMOUNT') : [text.trim()],
  );
  return Object.fromEntries(
    Object.entries({
      ...Object.fromEntries(others),
      ...plain,
      ...(isSeveral ? { milestones: milestone } : { milestone }),
      days,
      roles: roles.length === 0 ? undefined : Object.fromEntries(roles),
      distributions: shares?.map(([address, amount]) => ({ address, amount })),
      addMilestones: milestones?.map(([description, amount]) => ({ description, amount })),
    }).filter(([, value]) => value !== undefined),
  );
}

/** Split at the last `=`, since a description may contain one and an amount cannot; a term is split at the first. */
function parted(text: string, option: string, shape: string): readonly [string, string] {
  const at = option === 'set' ? text.indexOf('=') : text.lastIndexOf('=');
  if (at > 0 && at < text.length - 1) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  throw new UsageError(`--${option} is ${quoted(text, 60)}; write it as ${shape}.`);
}
