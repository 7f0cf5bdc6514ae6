import { CountersignError, toCountersignError } from '@countersign/core/errors';
import { addressProblem } from '@countersign/core/escrow';
import { problemText } from '@countersign/core/words/problems';
import type { Command } from '../interactions/interaction.ts';
import { escrowMeant, isId, isLikeAddress } from '../records/reference.ts';
import { MOST_TITLES, type Title, titlesOf } from '../records/titles.ts';
import type { Cost, CostFacts, Reply, Task } from '../task.ts';
import { type BalancesRead, balancesMessage } from '../views/balances.ts';
import { notice } from '../views/notice.ts';
import type { Words } from '../words/index.ts';

/** Of one reading: what the ledger and the service are asked for at once. */
const AT_ONCE = 20;
const MOST = 200;

type Entry = BalancesRead['balances'][number];

/** `/escrow balance escrow: all:` */
export async function balance(task: Task, command: Command): Promise<Reply[]> {
  const isAll = command.chosen.has('all');
  const titles = await titlesOf(task.desk, '', MOST_TITLES, await task.bot.state.wallet(task.person));
  const theirs = titles.filter(({ isShared, isParty }) => isParty === true || isShared !== true);
  const asked = isAll ? settled(theirs) : await named(task, command);
  const addresses = asked.filter((address) => addressProblem(address, ['contract']) === undefined);
  const { balances: own } = task.words;
  if (asked.length === 0) return [{ message: notice(own.HEADING, isAll ? own.NONE_SETTLED : own.NOTHING_NAMED) }];
  if (asked.length > MOST) throw invalid(own.tooMany(asked.length, MOST), task.words);
  const bad = asked.filter((address) => !addresses.includes(address));
  if (addresses.length === 0) {
    throw new CountersignError('INPUT_INVALID', {
      fields: bad.slice(0, AT_ONCE).map((address) => ({ path: 'escrow', problem: problemOf(address, task.words) })),
      language: task.words.language,
    });
  }
  const read = await readAll(task, addresses);
  const told = new Map<string, Entry>(read.balances.map((entry) => [entry.address, entry]));
  const balances = asked.map(
    (address) => told.get(address) ?? { address, error: own.itIs(problemOf(address, task.words)) },
  );
  return [{ message: balancesMessage({ ...read, balances }, titles, isAll, task.words) }];
}

/** Balances of other escrows may come from the service, 20 per request. */
export async function balanceCost(command: Command, { countCards, mostBalanceRequests }: CostFacts): Promise<Cost> {
  const isAll = command.chosen.has('all');
  const cards = isAll ? await countCards() : 0;
  // Others may have prepared more of them.
  const count = isAll ? AT_ONCE : wordsIn(command).length;
  return { requests: mostBalanceRequests(Math.min(count, MOST)), cards };
}

const settled = (titles: readonly Title[]): string[] => [
  ...new Set(
    titles.flatMap(({ status, contractId }) => (status === 'settled' && contractId !== undefined ? [contractId] : [])),
  ),
];

/** The value of `escrow:`: addresses and ids, or one title. */
async function named({ desk, call }: Task, command: Command): Promise<string[]> {
  const words = wordsIn(command);
  const text = (command.texts.get('escrow') ?? '').trim();
  const addressOf = async (word: string) => {
    const meant = await escrowMeant(desk, word);
    return 'id' in meant ? ((await desk.status(meant.id, call)).contractId ?? word) : meant.contractId;
  };
  const isTitle = words.length > 0 && !words.some((word) => isLikeAddress(word) || isId(word));
  if (isTitle) return [await addressOf(text)];
  const all: string[] = [];
  for (const word of words) all.push(isId(word) ? await addressOf(word) : word);
  return [...new Set(all)];
}

function wordsIn({ texts }: Command): string[] {
  return (texts.get('escrow') ?? '').split(/[\s,;]+/).filter((address) => address !== '');
}

/** If some were read, lists what could not be read separately. */
async function readAll(task: Task, addresses: readonly string[]): Promise<BalancesRead> {
  let read: BalancesRead | undefined;
  for (let at = 0; at < addresses.length; at += AT_ONCE) {
    const part = addresses.slice(at, at + AT_ONCE);
    const next = await readSome(task, part).catch((thrown) => {
      if (read === undefined) throw thrown;
      const error = task.words.balances.notReadSince(task.words.core.errorWords(toCountersignError(thrown)).message);
      return { ...read, balances: part.map((address) => ({ address, error })) };
    });
    read = { ...next, ...(read ?? {}), balances: [...(read?.balances ?? []), ...next.balances] };
    const count = at + part.length;
    if (count < addresses.length) await showProgress(task, count, addresses.length);
  }
  return read as BalancesRead;
}

async function readSome({ bot, desk, person, call, words }: Task, addresses: readonly string[]): Promise<BalancesRead> {
  const signer = (await bot.state.wallet(person))?.address;
  try {
    return await desk.balances({ addresses, ...(signer === undefined ? {} : { signer }) }, call);
  } catch (thrown) {
    throw signer === undefined && isAboutSigner(thrown) ? walletFirst(words) : thrown;
  }
}

async function showProgress({ bot, interaction, words }: Task, count: number, all: number): Promise<void> {
  const { HEADING, progress } = words.balances;
  await bot.answers.show(interaction, notice(HEADING, progress(count, all)));
}

function problemOf(address: string, { balances, language }: Words): string {
  const problem = addressProblem(address, ['contract']);
  return problem === undefined ? balances.WAS_NOT_READ : problemText(problem, language);
}

const invalid = (problem: string, { language }: Words) =>
  new CountersignError('INPUT_INVALID', { fields: [{ path: 'escrow', problem }], language });

/** The service needs to know who asks: the configured account, or else the person. */
const walletFirst = ({ balances, language }: Words) =>
  new CountersignError('INPUT_INVALID', { message: balances.WHO_ASKS, remedy: balances.SAVE_WALLET, language });

function isAboutSigner(thrown: unknown): boolean {
  return toCountersignError(thrown).fields?.every(({ path }) => path === 'signer') ?? false;
}
