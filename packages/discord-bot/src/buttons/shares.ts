/** Who gets how much of an escrow's money, as a person types it: a share in each line. */
import { CountersignError } from '@countersign/core/errors';

type Share = { readonly address: string; readonly amount: string };

/** @throws CountersignError INPUT_INVALID with every line that is none */
export function sharesIn(text: string): Share[] {
  const lines = text
    .split('\n')
    .flatMap((each, at) => (each.trim() === '' ? [] : [{ words: each.trim(), at: at + 1 }]));
  const fields = lines
    .filter(({ words }) => !SHARE.test(words))
    .map(({ at }) => ({ path: `line ${at}`, problem: 'must be an address and an amount, like G… 150' }));
  if (lines.length === 0)
    fields.push({ path: 'shares', problem: 'are missing; write ADDRESS AMOUNT, one share a line' });
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
  return lines.map(({ words }) => {
    const [, address = '', amount = ''] = SHARE.exec(words) ?? [];
    return { address, amount };
  });
}

const SHARE = /^(\S.*?)[\s:=]+([\d.]+)$/;
