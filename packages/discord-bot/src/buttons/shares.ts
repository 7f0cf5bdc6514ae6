/** Who gets how much of an escrow's money, as a person types it: a share in each line. */
import { CountersignError } from '@countersign/core/errors';
import type { Words } from '../words/index.ts';

type Share = { readonly address: string; readonly amount: string };

/** @throws CountersignError INPUT_INVALID with every invalid line */
export function sharesIn(text: string, { forms, language }: Words): Share[] {
  const lines = text
    .split('\n')
    .flatMap((each, at) => (each.trim() === '' ? [] : [{ line: at + 1, share: shareIn(each) }]));
  const fields = lines.flatMap(({ line, share }) =>
    share === undefined ? [{ path: forms.lineNumber(line), problem: forms.NO_SHARE }] : [],
  );
  if (lines.length === 0) fields.push({ path: 'shares', problem: forms.NO_SHARES });
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields, language });
  return lines.flatMap(({ share }) => share ?? []);
}

function shareIn(line: string): Share | undefined {
  const words = line.trim().split(/\s+/);
  const amount = words.pop() ?? '';
  return words.length > 0 && /^[\d.]+$/.test(amount) ? { address: words.join(' '), amount } : undefined;
}
