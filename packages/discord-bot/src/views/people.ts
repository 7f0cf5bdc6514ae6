/** Who does what in an escrow: a line for each address, so that somebody with five roles is read once. */
import type { EscrowView, Prepared } from '@countersign/core';
import type { RoleName } from '@countersign/core/escrow';
import type { Words } from '../words/index.ts';
import { code, line } from './markdown.ts';

/** @param signer whose wallet signs this; they need not have a role in it */
export function peopleLines(
  roles: Readonly<Record<RoleName, string>>,
  signer: string,
  names: Prepared['names'],
  words: Words,
): string[] {
  const lines = byAddress(roles, words).map(([address, labels]) =>
    personLine(address === signer ? [words.card.SIGNER, ...labels] : labels, address),
  );
  const hasRole = Object.values(roles).includes(signer);
  return [
    ...(hasRole ? [] : [personLine([words.card.SIGNER], signer)]),
    ...lines,
    ...words.core.nameLines(names ?? []).map((named) => line(named)),
  ];
}

/** For a deployed escrow, which nobody signs any more. @param you the viewer's saved wallet */
export function partyLines(
  { roles, names = [] }: Pick<EscrowView, 'roles' | 'names'>,
  you: string | undefined,
  words: Words,
): string[] {
  return [
    ...byAddress({ ...roles, receiver: roles.receiver ?? '' }, words).map(
      ([address, labels]) => `${personLine(labels, address)}${address === you ? ` (${words.card.YOU})` : ''}`,
    ),
    ...words.core.nameLines(names.filter(({ field }) => field.startsWith('roles.'))).map((named) => line(named)),
  ];
}

function byAddress(roles: Readonly<Record<RoleName, string>>, { core }: Words): [address: string, labels: string[]][] {
  const given = core.labelledRoles(roles).filter(({ address }) => address !== '');
  return [...Map.groupBy(given, ({ address }) => address)].map(([address, same]) => [
    address,
    same.map(({ label }) => label),
  ]);
}

function personLine([first = '', ...others]: readonly string[], address: string): string {
  return `**${[first, ...others.map((label) => label.toLowerCase())].join(', ')}** ${code(address)}`;
}
