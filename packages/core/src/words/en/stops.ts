/** What a person must confirm before anything to sign is handed out. */
import type { Difference } from '../../errors/differences.ts';
import type { RoleName } from '../../escrow/roles.ts';
import { cleanLine } from '../../text/text.ts';
import { type Beside, LONGEST_VALUE, linesOf, MOST_NAMED, type RoleStop, type Stop } from '../stops.ts';
import { differenceText } from './differences.ts';
import { fieldWords } from './fields.ts';
import { nameChangeText } from './names.ts';
import { takingText } from './taking.ts';
import { LEAVES } from './warnings.ts';
import { ROLE_WORDS } from './words.ts';

/** The stops as lines: equal sentences are shown once, and a problem of several roles is one sentence. */
export const stopLines = (stops: readonly Stop[]): string[] => linesOf(stops, { stopText, rolesText });

export function stopText({ code, params }: Stop): string {
  switch (code) {
    case 'ROLE_IS_TOKEN':
    case 'ROLE_IS_ESCROW':
    case 'ROLE_IS_CONTRACT':
      return rolesText(code, [params.role]);
    case 'CAN_TAKE_ALONE':
      return takingText(params);
    case 'FEE_ABOVE_STOP':
      return `The platform fee is ${params.percent} % of each payment, more than ${params.stop} %.`;
    case 'PAID_ALREADY':
      return `You paid ${params.amount} ${params.token} at ${minuteOf(params.at)}. Again?`;
    case 'ANOTHER_ESCROW':
      return `An escrow with the same terms exists already: ${params.contractId}. This makes a second one.`;
    case 'ANOTHER_VERSION_SETTLED':
      return `Another version of this escrow exists already, with the same engagement id: ${params.contractId}. This makes a second one.`;
    case 'REPLACES_OPENED':
      return `It replaces a version that somebody opened already.${differentNow(params.differences)}`;
    case 'NOT_COVERED':
      return `It is no longer possible to tell whether ${earlier(params)} carried out: the network’s history does not go back that far. If so, signing this one does it again.`;
    case 'NO_LEDGER_TO_ASK':
      return `The ledger cannot be asked here whether ${earlier(params)} carried out: a wallet may have sent it by itself. If so, signing this one does it again.`;
    case 'SIGNED_SINCE_BACKUP':
      return `${signedSince(params)} may have created this escrow already; then signing this creates a second one. Look in that wallet’s history first.`;
    case 'TERMS_CHANGED':
      return `The terms of this escrow are not the ones that were agreed or last confirmed here: ${params.differences.map(changeText).join('; ')}. They were updated since, or the Stellar RPC reports them wrongly. Find out which before you sign.`;
    case 'NAME_HAS_NEW_ADDRESS':
      return `${nameChangeText(params)} If you did not change it, do not sign.`;
    case 'ESCROW_FINISHED':
      return `This escrow is finished: all of it was paid out or resolved. ${LEAVES}`;
    case 'PAYS_STRANGER':
      return `It pays somebody who has no role in this escrow: ${params.addresses.join(', ')}. If that is a mistake, the money is lost.`;
    case 'NAMES_STRANGER':
      return `It changes who is paid or who moves the money, to ${params.parties.map(({ role, address }) => `${ROLE_WORDS[role]} ${address}`).join(', ')}. If that is a mistake, the money can be lost.`;
    case 'WITHDRAWN_ALREADY':
      return `You withdrew ${params.amount} ${params.token} at ${minuteOf(params.at)}. Again?`;
    case 'MORE_THAN_NEEDED':
      return `This payment is ${params.over} ${params.token} more than the escrow needs: it holds ${params.held} of ${params.needed} ${params.token}. ${LEAVES}`;
  }
}

const LOST = 'Nobody can act for it, and what is paid to it is lost.';
const IN_NO_ROLE: Readonly<Record<RoleStop, readonly [what: string, then: string]>> = {
  ROLE_IS_TOKEN: ['a token contract', LOST],
  ROLE_IS_ESCROW: ['the escrow itself', LOST],
  ROLE_IS_CONTRACT: [
    'a contract, such as a smart wallet or a shared account',
    'A contract cannot sign here: once money is paid in, nobody can act in this role with Countersign.',
  ],
};

function rolesText(code: RoleStop, roles: readonly RoleName[]): string {
  const named = roles.map((role) => ROLE_WORDS[role]).join(', ');
  const what = roles.length === 1 ? 'this address' : 'each of these addresses';
  const [is, then] = IN_NO_ROLE[code];
  return `${named}: ${what} is ${is}. ${then}`;
}

/** Only field names: the values may be a stranger's text, which must not be part of our sentence. */
function differentNow(differences: readonly Difference[]): string {
  const fields = [...new Set(differences.map(({ field }) => fieldWords(field)))];
  return fields.length === 0 ? '' : ` Different now: ${fields.join(', ')}.`;
}

function changeText(difference: Difference): string {
  const { field, asked, found } = differenceText(difference);
  return `${fieldWords(field)}: agreed ${cleanLine(asked, LONGEST_VALUE)}, now ${cleanLine(found, LONGEST_VALUE)}`;
}

/** "an earlier transaction for this (…) was", "3 earlier transactions for this (…, … and 1 more) were" */
function earlier({ transactions }: Beside): string {
  const left = transactions.length - MOST_NAMED;
  const named = `${transactions.slice(0, MOST_NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
  return transactions.length === 1
    ? `an earlier transaction for this (${named}) was`
    : `${transactions.length} earlier transactions for this (${named}) were`;
}

function signedSince({ account, at, count }: Extract<Stop, { code: 'SIGNED_SINCE_BACKUP' }>['params']): string {
  const restored = `This data was restored from a backup of ${minuteOf(at)}.`;
  if (count === undefined) return `${restored} Countersign does not know what ${account} has signed since then. That`;
  const [transactions, it] = count === '1' ? ['1 transaction', 'It'] : [`${count} transactions`, 'One of them'];
  return `${restored} Since then ${account} has signed ${transactions} that Countersign does not know. ${it}`;
}

/** "14:02 on 2026-11-22 (UTC)" */
function minuteOf(at: string): string {
  return `${at.slice(11, 16)} on ${at.slice(0, 10)} (UTC)`;
}
