/** How roles, networks and states are called in Spanish. */
import type { NetworkName } from '../../escrow/network.ts';
import { ROLE_NAMES, type RoleName } from '../../escrow/steps.ts';
import { rangesOf } from '../ending.ts';
import type { PartyName, SourceName, StateName } from '../words.ts';

export const ROLE_WORDS: Readonly<Record<RoleName, string>> = {
  approver: 'Quien aprueba',
  serviceProvider: 'Quien hace el trabajo',
  platformAddress: 'Plataforma',
  releaseSigner: 'Quien libera los fondos',
  disputeResolver: 'Árbitro',
  receiver: 'Quien cobra',
};

export const PARTY_WORDS: Readonly<Record<PartyName, string>> = {
  ...ROLE_WORDS,
  serviceFee: 'La cuenta de comisiones del servicio',
  signer: 'Quien firma',
};

/** In the middle of a sentence: “quien aprueba”, but “la plataforma”. */
const PARTIES: Readonly<Record<PartyName, string>> = {
  approver: 'quien aprueba',
  serviceProvider: 'quien hace el trabajo',
  platformAddress: 'la plataforma',
  releaseSigner: 'quien libera los fondos',
  disputeResolver: 'el árbitro',
  receiver: 'quien cobra',
  serviceFee: 'la cuenta de comisiones del servicio',
  signer: 'quien firma',
};
export const theParty = (party: PartyName): string => PARTIES[party];

/** After “a”, which melts with “el”. */
export const toParty = (party: PartyName): string =>
  party === 'disputeResolver' ? 'al árbitro' : `a ${PARTIES[party]}`;

export function labelledRoles(roles: Readonly<Record<RoleName, string>>): { label: string; address: string }[] {
  return ROLE_NAMES.flatMap((role) =>
    roles[role].split(/, ?/).map((address) => ({ label: ROLE_WORDS[role], address })),
  );
}

/** “los hitos 1, 2 y 5–9” */
export function milestonesText(numbers: readonly number[]): string {
  const ranges = rangesOf(numbers);
  const last = ranges.at(-1) ?? '';
  const all = ranges.length < 2 ? last : `${ranges.slice(0, -1).join(', ')} y ${last}`;
  return `${numbers.length === 1 ? 'el hito' : 'los hitos'} ${all}`;
}

export const NETWORK_WORDS: Readonly<Record<NetworkName, { readonly name: string; readonly means: string }>> = {
  sandbox: { name: 'Red simulada', means: 'nada aquí tiene valor' },
  testnet: { name: 'Red de pruebas', means: 'tokens de prueba, sin valor' },
  public: { name: 'Red pública', means: 'dinero real' },
};

export const SOURCE_WORDS: Readonly<Record<SourceName, string>> = {
  ledger: 'según el libro mayor',
  service: 'lo dice el servicio',
};

export const STATE_WORDS: Readonly<Record<StateName, string>> = {
  prepared: 'A la espera de una firma',
  'to-confirm': 'A la espera de que usted confirme',
  expired: 'No se firmó a tiempo',
  displaced: 'Otra transacción se adelantó',
  'partly-signed': 'Esperando más firmas',
  sending: 'Se está enviando',
  settled: 'Quedó registrada',
  taken: 'Hay otro contrato en su dirección',
  rejected: 'No quedó registrada',
  accepted: 'El servicio dice que quedó registrada',
  unknown: 'Enviada, aún sin resultado conocido',
  superseded: 'Reemplazada por una versión más nueva',
  declined: 'Rechazada',
  discarded: 'Descartada',
};

/** What the kinds of escrow contract are called in Spanish. */

const GENERATIONS: Readonly<Record<string, string>> = {
  A0: 'de mediados de 2025 (generación A0)',
  A1: 'de fines de 2025 (generación A1)',
  'B-int': 'una versión intermedia de noviembre de 2025 (generación B-int)',
  B: 'en uso hoy (generación B)',
  C: 'su próxima versión, en beta (generación C)',
};

const RELEASES: Readonly<Record<string, string>> = {
  single: 'un solo pago (un monto, pagado de una vez)',
  multi: 'pagos por hito',
};

/** @param release as it was kept or read: `multi` or `single` */
export function kindWords({ generation, release }: { readonly generation: string; readonly release: string }): string {
  const paid = RELEASES[release] ?? `pagos “${release}”`;
  return `Trustless Work, ${paid}, ${GENERATIONS[generation] ?? generation}`;
}
