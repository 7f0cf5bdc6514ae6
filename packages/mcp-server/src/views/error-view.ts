/**
 * The only way from a thrown value to what a model reads: only our catalogue's words, redacted, and short enough that
 * a host does not cut it.
 */
import {
  CountersignError,
  type ErrorName,
  errorName,
  type FieldText,
  toCountersignError,
} from '@countersign/core/errors';
import { redactStrings } from '@countersign/core/secrets';
import { type SpokenView, spokenView } from '@countersign/core/words/problems';

/** One host cuts an error's text at about 11,000 characters. */
const TEXT_LIMIT = 10_000;
const LIST_LIMIT = 40;
const ENTRY_LIMIT = 400;
/** How many fields are named for one problem; the rest are only counted. */
const PATHS_LIMIT = 25;

/** The catalogue's remedies are for everybody; a model has tools. An error's own remedy takes precedence. */
const REMEDIES: Partial<Record<ErrorName, string>> = {
  ALREADY_ON_LEDGER:
    'For another escrow change the engagementId. If the person wants a second one with the same terms, call deploy_escrow with anotherEscrow: they confirm it on signUrl.',
  ALREADY_SETTLED:
    'get_balances says what it holds. For another escrow change the engagementId; if the person wants a second one with the same terms, call deploy_escrow with anotherEscrow: they confirm it on signUrl.',
  CONFIRMATION_NEEDED: 'The person confirms it themselves, on signUrl. No tool and no argument can.',
  ESCROW_CHANGED:
    'Show the person what was changed. If they still want to pay, call prepare_step with step fund and the escrow in place of the id.',
  HANDLE_NOT_FOUND:
    'Check the reference: find_escrows finds an escrow by a few words; what was prepared is found by its id.',
  NOT_SIGNED_YET:
    'Give the person signUrl and call get_escrow with the id and waitSeconds 30; or submit the XDR that their wallet signed.',
  OUTCOME_UNKNOWN:
    'Call submit_signed_xdr with the id to learn the outcome. Until then, prepare and sign no other transaction for this escrow.',
  SUPERSEDED:
    'get_escrow with the id shows what replaced it (replacedBy). Ask the person which one they want, if they did not change it themselves.',
  TRANSACTION_EXPIRED:
    'Prepare it again: call prepare_step with the id alone, and let the person sign the new one in time. signUrl always shows the newest.',
  TRANSACTION_DISPLACED:
    'Prepare it again: call prepare_step with the id alone, and let the person sign the new one. signUrl always shows the newest.',
  XDR_NOT_SIGNED:
    'Give the person signUrl, where they sign it; or submit what their wallet returns once it has signed.',
  'XDR_UNREADABLE (truncated)':
    'Chats shorten long texts. Give the person signUrl, where nothing is cut, or ask for the signed XDR again.',
  'XDR_UNREADABLE (id)':
    'Give the id as id: it alone tells the outcome. The transaction is a long text that begins with AAAA, as the wallet shows it after signing.',
};

export function modelView(
  error: CountersignError,
  redact: (text: string) => string,
): SpokenView & { readonly signUrl?: string } {
  const { signUrl } = error;
  // The desk includes it only for somebody who may sign.
  return redactStrings({ ...inToolWords(spokenView(error, 'en')), ...(signUrl && { signUrl }) }, redact);
}

export function errorText(thrown: unknown, redact: (text: string) => string): string {
  const view = modelView(toCountersignError(thrown), redact);
  for (let limit = LIST_LIMIT; ; limit = Math.floor(limit / 2)) {
    const text = JSON.stringify({ error: shorten(view, limit) });
    if (text.length <= TEXT_LIMIT || limit === 0) return text;
  }
}

function inToolWords(view: SpokenView): SpokenView {
  const { code, reason, fields } = view;
  const usual = new CountersignError(code, reason === undefined ? {} : { reason }).remedy;
  const remedy = view.remedy === usual ? (REMEDIES[errorName(view)] ?? usual) : view.remedy;
  return { ...view, remedy, ...(fields === undefined ? {} : { fields: byProblem(fields) }) };
}

/** Lists what several items of a list have in common once, with all their paths. */
function byProblem(fields: readonly FieldText[]): FieldText[] {
  const groups = Map.groupBy(fields, ({ path, problem }) => `${path.replaceAll(/\[\d+\]/g, '[]')} ${problem}`);
  return [...groups.values()].map((group) => {
    const left = group.length - PATHS_LIMIT;
    const paths = group.slice(0, PATHS_LIMIT).map(({ path }) => path);
    return { path: `${paths.join(', ')}${left > 0 ? ` and ${left} more` : ''}`, problem: group[0]?.problem ?? '' };
  });
}

function shorten(view: SpokenView, limit: number): SpokenView {
  const { fields, differences } = view;
  return {
    ...view,
    ...(fields && { fields: cutList(fields, limit, (left) => ({ path: '…', problem: `and ${left} more` })) }),
    ...(differences && {
      differences: cutList(differences, limit, (left) => ({ field: '…', asked: '…', found: `and ${left} more` })),
    }),
  };
}

function cutList<T extends Readonly<Record<string, string>>>(
  list: readonly T[],
  limit: number,
  rest: (left: number) => T,
): readonly T[] {
  const kept = list.slice(0, limit).map((entry) => cutEntry(entry));
  return list.length > limit ? [...kept, rest(list.length - limit)] : kept;
}

function cutEntry<T extends Readonly<Record<string, string>>>(entry: T): T {
  return Object.fromEntries(
    Object.entries(entry).map(([key, text]) => [
      key,
      text.length > ENTRY_LIMIT ? `${text.slice(0, ENTRY_LIMIT).toWellFormed()}…` : text,
    ]),
  ) as T;
}
