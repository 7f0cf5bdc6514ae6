/** Who does what in an escrow: a line for each address, so that somebody with five roles is read once. */

import type { EscrowView, Prepared } from '@countersign/core';
import type { RoleName } from '@countersign/core/escrow';
import { format } from '@countersign/core/text/message';
import type { NamedAddress } from '@countersign/core/words';
import type { Words } from '../words/index.ts';
import { code, line } from './markdown.ts';
import { rowsShown } from './parts.ts';

type Names = readonly NamedAddress[];

/** The signer need not have a role in it. */
export function peopleLines(
  { roles, signer, costs, token }: Prepared['summary'],
  names: Prepared['names'] = [],
  words: Words,
  isWhole = false,
): string[] {
  const { card, core } = words;
  const gets = new Map(
    costs.payees?.map((payee) => [payee.address, core.payeeText(payee, token.code ?? card.tokens)] as const),
  );
  const people = byAddress(roles, words);
  // Of many who are only paid the first; the file has them all.
  const paid = people.filter(([address, labels]) => address !== signer && labels.length === 1 && gets.has(address));
  const left = isWhole ? [] : paid.slice(rowsShown(paid.length));
  const shown = people.filter((person) => !left.includes(person));
  const lines = shown.map(([address, labels]) => {
    const own = gets.get(address);
    const person = personLine(address === signer ? [card.signer, ...labels] : labels, address, names);
    return own === undefined ? person : `${person}\n-# ${own}`;
  });
  const hasRole = people.some(([address]) => address === signer);
  return [
    ...(hasRole ? [] : [personLine([card.signer], signer, names)]),
    ...lines,
    ...(left.length > 0 ? [format(card.more, { left: left.length })] : []),
    ...nameLines(names, words),
  ];
}

/** For a deployed escrow, which is not signed any more. @param you the viewer's saved wallet */
export function partyLines(
  { roles, names = [] }: Pick<EscrowView, 'roles' | 'names'>,
  you: string | undefined,
  words: Words,
): string[] {
  return [
    ...byAddress({ ...roles, receiver: roles.receiver ?? '' }, words).map(
      ([address, labels]) => `${personLine(labels, address, names)}${address === you ? ` (${words.card.you})` : ''}`,
    ),
    ...nameLines(
      names.filter(({ field }) => /^(?:roles|milestones)\b/.test(field)),
      words,
    ),
  ];
}

function byAddress(roles: Readonly<Record<RoleName, string>>, { core }: Words): [address: string, labels: string[]][] {
  const named = core.labelledRoles(roles).filter(({ address }) => address !== '');
  return [...Map.groupBy(named, ({ address }) => address)].map(([address, same]) => [
    address,
    same.map(({ label }) => label),
  ]);
}

/** How each name of an address book came to be; a demo account has nothing to tell. */
export const nameLines = (names: Names, { core }: Words): string[] =>
  core.nameLines(names.filter(({ from }) => from !== 'sandbox')).map((named) => line(named));

/** “Ana `G…`”: with the whole address, where it is shown once. */
export function personText(address: string, names: Names): string {
  const name = names.find((each) => each.address === address)?.name;
  return name === undefined ? code(address) : `${line(name)} ${code(address)}`;
}

function personLine([first = '', ...others]: readonly string[], address: string, names: Names): string {
  return `**${[first, ...others.map((label) => label.toLowerCase())].join(', ')}** ${personText(address, names)}`;
}
