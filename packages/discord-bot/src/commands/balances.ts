/** What escrows hold, a row for each address, and together. */
import type { Balances } from '@countersign/core';
import { toCountersignError } from '@countersign/core/errors';
import { addAmounts, addressProblem } from '@countersign/core/escrow';
import { format, pluralForm } from '@countersign/core/text/message';
import { problemText } from '@countersign/core/words/problems';
import { isLikeAddress } from '../inputs/titles.ts';
import type { Reply, Task } from '../task.ts';
import { code, line, relativeTime } from '../views/markdown.ts';
import { container, RULE, text } from '../views/parts.ts';
import { invalid, type Words } from '../words/index.ts';

export type BalanceEntry = Balances['balances'][number];

/** The most that the service is asked for at once; their rows fit into one message. */
const MOST = 20;

/** Several addresses in one text; a text with none is a title. */
export function addressesIn(text: string): readonly string[] {
  const words = [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))];
  return words.some(isLikeAddress) ? words : [];
}

/** An invalid address does not hide the others. @throws CountersignError INPUT_INVALID where none is valid */
export async function balancesReply(task: Task, wanted: readonly string[]): Promise<Reply> {
  const { words } = task;
  const { balances: own, language } = words;
  if (wanted.length > MOST) {
    const problem = format(own.tooMany, { count: wanted.length, most: MOST });
    throw invalid(words, { fields: [{ path: 'escrow', problem }] });
  }
  const problems = new Map(
    wanted.flatMap((address) => {
      const problem = addressProblem(address, ['contract']);
      return problem === undefined ? [] : [[address, problem] as const];
    }),
  );
  const addresses = wanted.filter((address) => !problems.has(address));
  if (addresses.length === 0) {
    const fields = [...problems.values()].map((problem) => ({ path: 'escrow', problem }));
    throw invalid(words, { fields });
  }
  const read = await readBalances(task, addresses);
  const byAddress = new Map(read.balances.map((entry) => [entry.address, entry]));
  const entries = wanted.map((address): BalanceEntry => {
    const problem = problems.get(address);
    const error = problem === undefined ? own.notRead : format(own.itIs, { problem: problemText(problem, language) });
    return byAddress.get(address) ?? { address, error };
  });
  const whose = read.ledger === undefined ? '' : `. ${format(own.ledgerAt, { host: line(read.ledger, 100) })}`;
  return {
    message: {
      components: container('plain', [
        text(`### ${own.heading}`),
        text(...entries.map((entry) => rowText(entry, words))),
        ...totalParts(entries, words),
        RULE,
        text(`-# ${format(own.readAt, { network: read.network, when: relativeTime(read.asOf) })}${whose}`),
      ]),
    },
  };
}

/** The service needs to know who asks: the configured account, or else the person. */
async function readBalances({ bot, desk, person, call, words }: Task, addresses: readonly string[]): Promise<Balances> {
  const signer = (await bot.state.wallet(person))?.address;
  try {
    return await desk.balances({ addresses, ...(signer === undefined ? {} : { signer }) }, call);
  } catch (thrown) {
    const isAboutSigner = toCountersignError(thrown).fields?.every(({ path }) => path === 'signer') ?? false;
    if (signer !== undefined || !isAboutSigner) throw thrown;
    const { whoAsks: message, saveWallet: remedy } = words.balances;
    throw invalid(words, { message, remedy });
  }
}

/** Twenty of them fit into a message. */
const LONGEST_REASON = 70;

function rowText(entry: BalanceEntry, { balances: own, core }: Words): string {
  const { address, balance, by, error, over, archived } = entry;
  if (balance === undefined || by === undefined) {
    return `${code(address)} ${line(error ?? own.notRead, LONGEST_REASON)}`;
  }
  const more = over === undefined ? '' : format(own.over, { amount: line(over, 60) });
  const where = `${format(own.inEscrow, { address: code(address) })}, ${core.SOURCE_WORDS[by]}`;
  return `**${line(amountText(entry, own), 100)}** ${where}${more}${archived === undefined ? '' : own.archived}`;
}

/** "60.5 of 90.5 USDC": its balance, and what its terms have yet to pay out. */
function amountText({ balance = '', needed, asset }: Omit<BalanceEntry, 'address'>, own: Words['balances']): string {
  const held = needed === undefined || needed === '0' ? balance : format(own.ofNeeded, { balance, needed });
  return `${held}${asset === undefined ? '' : ` ${asset}`}`;
}

/** Of each token; escrows that were not read are counted, not guessed. */
export function totalParts(balances: readonly BalanceEntry[], { balances: own, language }: Words) {
  if (balances.length < 2) return [];
  const read = balances.filter(({ balance, asset }) => balance !== undefined && asset !== undefined);
  const left = balances.length - read.length;
  const totals = [...Map.groupBy(read, ({ asset }) => asset as string)].map(([asset, entries]) => {
    const needed = addAmounts(entries.map((entry) => entry.needed ?? '0'));
    const balance = addAmounts(entries.map((entry) => entry.balance ?? '0'));
    const amount = line(amountText({ balance, needed, asset }, own), 160);
    return format(own.inAll[pluralForm(language, entries.length)], { amount, count: entries.length });
  });
  return [text(...totals, ...(left === 0 ? [] : [format(own.notCounted, { left })]))];
}
