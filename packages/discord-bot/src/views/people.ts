/** Who does what in an escrow: a line for each address, so that somebody with five roles is read once. */
import type { Prepared } from '@countersign/core';
import type { RoleName } from '@countersign/core/escrow';
import { labelledRoles, nameLines } from '@countersign/core/words';
import { code, line } from './markdown.ts';

/** @param signer whose wallet signs this; they need not have a role in it */
export function peopleLines(
  roles: Readonly<Record<RoleName, string>>,
  signer: string,
  names: Prepared['names'] = [],
): string[] {
  const lines = byAddress(roles).map(([address, labels]) =>
    personLine(address === signer ? [SIGNER, ...labels] : labels, address),
  );
  const hasRole = Object.values(roles).includes(signer);
  return [
    ...(hasRole ? [] : [personLine([SIGNER], signer)]),
    ...lines,
    ...nameLines(names).map((named) => line(named)),
  ];
}

/** Of an escrow that stands: nobody signs it any more. @param you the remembered wallet of whoever looks */
export function partyLines(roles: Readonly<Record<RoleName, string>>, you?: string): string[] {
  return byAddress(roles).map(
    ([address, labels]) => `${personLine(labels, address)}${address === you ? ' (you)' : ''}`,
  );
}

const SIGNER = 'Signer';

function byAddress(roles: Readonly<Record<RoleName, string>>): [address: string, labels: string[]][] {
  const given = labelledRoles(roles).filter(({ address }) => address !== '');
  return [...Map.groupBy(given, ({ address }) => address)].map(([address, same]) => [
    address,
    same.map(({ label }) => label),
  ]);
}

function personLine([first = '', ...others]: readonly string[], address: string): string {
  return `**${[first, ...others.map((label) => label.toLowerCase())].join(', ')}** ${code(address)}`;
}
