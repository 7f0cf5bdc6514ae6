/** Who gets how much of an escrow's money, as a person types it: a share in each line. */
import { CountersignError, type FieldProblem, type FieldText, toCountersignError } from '@countersign/core/errors';
import type { Reply, Task } from '../task.ts';
import { code } from '../views/markdown.ts';
import { hasProven } from '../wallets/proven.ts';
import type { Words } from '../words/index.ts';

type Share = { readonly address: string; readonly amount: string };
/** Counted from 1, as a person counts them. `member`: who is meant by the address. */
type ShareLine = Share & { readonly line: number; readonly member?: string };

const MENTION = /^<@!?(\d{17,20})>$/;

/**
 * Prepares with the shares that were typed. What is wrong with one is reported by its line.
 * @param prepare `note`: whose wallets are paid, of members who were mentioned
 * @throws CountersignError INPUT_INVALID with every invalid line
 */
export async function withShares(
  task: Task,
  text: string,
  prepare: (distributions: readonly Share[], note: string | undefined) => Promise<Reply>,
): Promise<Reply> {
  const { words } = task;
  const lines = await Promise.all(sharesIn(text, words).map((each) => withWallet(task, each)));
  const note = await noteOf(task, lines);
  try {
    return await prepare(
      lines.map(({ address, amount }) => ({ address, amount })),
      note,
    );
  } catch (thrown) {
    throw byLine(toCountersignError(thrown), lines, words);
  }
}

function sharesIn(text: string, { forms, language }: Words): ShareLine[] {
  const lines = text
    .split('\n')
    .flatMap((each, at) => (each.trim() === '' ? [] : [{ line: at + 1, share: shareIn(each) }]));
  const fields = lines.flatMap(({ line, share }) =>
    share === undefined ? [{ path: forms.lineNumber(line), problem: forms.NO_SHARE }] : [],
  );
  if (lines.length === 0) fields.push({ path: forms.SHARES, problem: forms.NO_SHARES });
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields, language });
  return lines.flatMap(({ line, share }) => (share === undefined ? [] : [{ line, ...share }]));
}

function shareIn(line: string): Share | undefined {
  const words = line.trim().split(/\s+/);
  const amount = words.pop() ?? '';
  return words.length > 0 && /^[\d.]+$/.test(amount) ? { address: words.join(' '), amount } : undefined;
}

/** `<@Ben> 60`: the wallet that the member saved in this server. */
async function withWallet({ bot, person, words }: Task, share: ShareLine): Promise<ShareLine> {
  const [, member] = MENTION.exec(share.address) ?? [];
  if (member === undefined) return share;
  const address = (await bot.state.wallet({ ...person, userId: member }))?.address;
  if (address !== undefined) return { ...share, address, member };
  const { forms, draft, language } = words;
  throw new CountersignError('INPUT_INVALID', {
    fields: [{ path: forms.lineNumber(share.line), problem: draft.HAS_NO_WALLET }],
    language,
  });
}

async function noteOf({ bot, person, words }: Task, lines: readonly ShareLine[]): Promise<string | undefined> {
  const named = await Promise.all(
    lines.map(async ({ member, address }) => {
      if (member === undefined) return [];
      const isProven = await hasProven(bot, { ...person, userId: member }, address);
      return [words.forms.memberIs(`<@${member}>`, code(address), isProven)];
    }),
  );
  const sentences = named.flat();
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** The request's own paths mean nothing to somebody who typed lines. */
function byLine(error: CountersignError, lines: readonly ShareLine[], { forms }: Words): CountersignError {
  if (error.fields === undefined) return error;
  const pathOf = (path: string): string => {
    const [, index] = /^distributions(?:\[(\d+)\].*)?$/.exec(path) ?? [];
    const line = index === undefined ? undefined : lines[Number(index)]?.line;
    if (line !== undefined) return forms.lineNumber(line);
    return path.startsWith('distributions') ? forms.SHARES : path;
  };
  const fields = error.fields.map(({ path, problem }) => ({ path: pathOf(path), problem }) as FieldProblem | FieldText);
  return Object.assign(error, { fields });
}
