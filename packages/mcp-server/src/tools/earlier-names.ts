/**
 * Calls by the names and fields of the last release, for one release: hosts have lists of allowed tools. They are not
 * listed, and mean a call of today.
 */
import { type Fields, isObject } from '@countersign/core/text/fields';

type ToolCall = { readonly name: string; readonly arguments?: unknown };
type Mapping = (fields: Fields) => { readonly name: string; readonly fields: Fields };

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The fields under their names of today. Of two fields with one new name the given one counts. */
function renamed(fields: Fields, names: Readonly<Record<string, string>>): Fields {
  const entries = Object.entries(fields).map(([name, value]) => [names[name] ?? name, value] as const);
  return Object.fromEntries([
    ...entries.filter(([, value]) => !isGiven(value)),
    ...entries.filter(([, value]) => isGiven(value)),
  ]);
}

const step =
  (name: string | undefined, names: Readonly<Record<string, string>> = {}): Mapping =>
  (fields) => ({
    name: 'prepare_step',
    fields: { ...(name === undefined ? {} : { step: name }), ...renamed(fields, names) },
  });

const sameTool =
  (name: string, names: Readonly<Record<string, string>>): Mapping =>
  (fields) => ({ name, fields: renamed(fields, names) });

const EARLIER: Readonly<Record<string, Mapping>> = {
  add_trustline: step('trustline'),
  fund_escrow: step('fund', { contractId: 'escrow' }),
  prepare_action: step(undefined, { action: 'step' }),
  resolve_dispute: step(undefined, { action: 'step' }),
  end_escrow: step('end'),
  discard_escrow: step('discard'),
  get_transaction: sameTool('get_escrow', { transactionHash: 'id' }),
  get_escrow: sameTool('get_escrow', { contractId: 'escrow', transactionHash: 'escrow' }),
  get_balances: sameTool('get_balances', { addresses: 'escrows' }),
  deploy_escrow: (fields) => ({ name: isGiven(fields['id']) ? 'prepare_step' : 'deploy_escrow', fields }),
  update_escrow: (fields) =>
    isGiven(fields['id']) && Object.keys(fields).every((name) => ['id', 'includeXdr'].includes(name))
      ? { name: 'prepare_step', fields }
      : { name: 'update_escrow', fields: renamed(fields, { id: 'escrow' }) },
};

/** @returns the call of today */
export function currentCall({ name, arguments: input }: ToolCall): { readonly name: string; readonly input: unknown } {
  const mapping = Object.hasOwn(EARLIER, name) ? EARLIER[name] : undefined;
  if (mapping === undefined || (input !== undefined && !isObject(input))) return { name, input };
  const { name: now, fields } = mapping(isObject(input) ? input : {});
  return { name: now, input: input === undefined && Object.keys(fields).length === 0 ? undefined : fields };
}
