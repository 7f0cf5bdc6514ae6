/** The explanation as a whole, and all around its operations: who pays, when it is valid, and who has signed. */
import type { Stakes } from '../../explain.ts';

export const operationLabel = (number: number): string => `Operación ${number}`;
export const operationDoes = (number: number): string => `La operación ${number}`;
export const IT: string = 'Esta transacción';
export const GOOD_TO_KNOW: string = 'Bueno saberlo';
export const asActor = (words: string, actor: string): string => `${words}, como ${actor}`;
export const unreadDeploy = (called: string, why: string): string =>
  `Llama a ${called}, como la creación de un depósito en garantía, pero no se puede leer como tal: ${why}.`;
export const NOT_COMPARED: string =
  'Esto no se comparó con ningún pedido. Fírmela solo si cada operación es lo que usted quiere.';
export const notADeploy = (names: string): string => `No es la creación de un depósito en garantía, sino ${names}.`;
export const WITHOUT_OPERATIONS: string = 'una transacción sin operaciones';
export const operationsNamed = (count: number, names: string): string => `${count} operaciones: ${names}`;
export const paysFeeOfThis = (account: string): string => `${account} paga la tarifa de esto: `;

export const preparedHere = (time: string, transaction: string, title: string | undefined): string =>
  `Es lo que usted preparó el ${time}: ${transaction}${title === undefined ? '' : ` para el depósito ${title}`}.`;
export const stepOfEscrow = (transaction: string, title: string): string =>
  `Es ${transaction} para el depósito ${title}, que está en el libro mayor.`;
export const STATE: string = 'Estado';
export const AMOUNT: string = 'Monto';
export const PAYS: string = 'Paga';

export const moreWarnings = (count: number): string => `y ${count} advertencias más como estas`;
export const moreLikeIt = (text: string, count: number): string => `${text} (y ${count} más como esta)`;
export const COUNTED: Readonly<Record<Stakes, string>> = {
  control: 'sobre quién controla una cuenta o un token',
  account: 'sobre el cierre de una cuenta',
  access: 'sobre quién ya no puede firmar',
  money: 'sobre dinero',
  trust: 'sobre confianza y permisos',
  note: 'sobre la transacción misma',
};

/** Everything around the operations: who pays, what it costs, and when and on what conditions it is valid. */

export const ENVELOPES: Readonly<Record<'v1' | 'v0' | 'fee-bump', string>> = {
  v1: 'una transacción (v1)',
  v0: 'una transacción antigua (v0), que Countersign no envía',
  'fee-bump': 'un aumento de tarifa de otra transacción, que Countersign no envía',
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

/** Who has signed. */

export const SIGNATURES: string = 'Firmas';
export const UNSIGNED: string = 'ninguna';
export const SIGNATURE: string = 'Firma';
export const signatureNumber = (number: number): string => `Firma ${number}`;
export const SIGNED_BY_PAYER: string = 'La firmó quien paga';
export const NO: string = 'no';
export const SIGNATURE_OF_FEE_BUMP: string = 'Firma del aumento de tarifa';
export const NOT_SIGNED_BY: string = 'No la firmó';
export const signedBy = (account: string, isSource: boolean, network: string): string =>
  `de ${account}${isSource ? ' (la cuenta de origen)' : ''}, válida para ${network}`;
export const hintedOnly = (account: string, networks: string): string =>
  `no es válida: lleva la seña de ${account}, pero no corresponde a ninguna red conocida aquí (${networks}); puede estar dañada, ser anterior a un cambio o ser para otra red`;
export const byUnnamed = (hint: string): string => `de alguien que el sobre no nombra; su seña es ${hint}`;
