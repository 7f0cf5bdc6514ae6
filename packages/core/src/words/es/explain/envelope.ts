/** Everything around the operations: who pays, what it costs, and when and on what conditions it is valid. */

export const ENVELOPES: Readonly<Record<'v1' | 'v0' | 'fee-bump', string>> = {
  v1: 'una transacción (v1)',
  v0: 'una transacción antigua (v0), que el servicio de depósitos no acepta',
  'fee-bump': 'un aumento de tarifa de otra transacción, que el servicio de depósitos no acepta',
};
export const ENVELOPE: string = 'Sobre';
export const ACTS_FOR: string = 'Actúa por';
export const PAID_BY: string = 'La paga';
export const NETWORK_FEE: string = 'Tarifa de la red';
export const CONTRACT_RESOURCES: string = 'Recursos de contratos';
export const SEQUENCE_NUMBER: string = 'Número de secuencia';
export const MEMO: string = 'Memo';
export const VALID_UNTIL: string = 'Vale hasta';
export const NETWORK: string = 'Red';
export const HASH: string = 'Hash';
export const FEE_BUMP_HASH: string = 'Hash del aumento de tarifa';

export const feeTaken = (fee: string, payer: string): string =>
  `La red puede tomar hasta ${fee} de ${payer} como tarifa.`;
export const signedElsewhere = (networks: string, network: string): string =>
  `Está firmada para ${networks}, y aquí se explica como si fuera para ${network}.`;
export const NOT_CANONICAL: string =
  'Su XDR no tiene la forma normalizada; las billeteras pueden leerlo de otra manera.';
export const NEVER_EXPIRES: string = 'No vence nunca: una vez firmada, puede enviarse en cualquier momento.';
export const HAS_EXPIRED: string = 'Ya venció: la red la rechazaría.';

export const atMost = (fee: string): string => `como máximo ${fee}`;
export const inPlaceOf = (fee: string, inner: string): string =>
  `como máximo ${fee}, en lugar de los ${inner} que ofrece la transacción de adentro`;
export const resources = (fee: string, reads: number, writes: number): string =>
  `como máximo ${fee} de la tarifa; lee ${reads} entradas del libro mayor y puede escribir ${writes}`;
export const NO_MEMO: string = 'ninguno';
export const theNumber = (number: bigint): string => `el número ${number}`;
export const theHash = (hash: string): string => `el hash ${hash}`;
export const returnOf = (hash: string): string => `una devolución de ${hash}`;
export const NO_EXPIRY: string = 'sin vencimiento';
export const timeLeft = (time: string, seconds: bigint): string => `${time} (quedan ${seconds} s)`;
export const expiredAt = (time: string): string => `${time} (vencida)`;

export const VALID_FROM: string = 'Vale desde';
export const timeAhead = (time: string, seconds: bigint): string => `${time} (en ${seconds} s)`;
export const VALID_IN_LEDGERS: string = 'Vale en los libros';
export const fromLedger = (first: number, last: number): string =>
  last === 0 ? `desde ${first} en adelante` : `desde ${first} hasta antes de ${last}`;
export const MIN_SEQUENCE: string = 'Número de secuencia mínimo';
export const numberOrHigher = (number: bigint): string =>
  `el número de la cuenta es ${number} o mayor, en lugar de exactamente uno menos que este`;
export const MIN_AGE: string = 'Antigüedad mínima';
export const secondsAfterLast = (seconds: bigint): string => `${seconds} s desde la última transacción de la cuenta`;
export const MIN_LEDGER_GAP: string = 'Distancia mínima en libros';
export const ledgersAfterLast = (ledgers: number): string =>
  `${ledgers} libros desde la última transacción de la cuenta`;
export const ALSO_SIGNED_BY: string = 'También debe firmar';
export const assumedNetwork = (network: string): string => `un sobre no la dice; se supone ${network}`;
export const confirmedNetworks = (networks: readonly string[]): string =>
  `${networks.join(' y ')}, confirmada por una firma válida`;
export const hashIfFor = (hash: string, network: string, passphrase: string): string =>
  `${hash} (si es para ${network}: ${passphrase})`;
