/** What addresses and fields are called, and the proof that a wallet is somebody's. */
import {
  fieldWordsBy,
  linesOfNames,
  type NameChange,
  type NamedAddress,
  type PageProofText,
  type SetBy,
  upper,
  type WalletProof,
} from '../names.ts';

/** “Ana, de su libreta de direcciones, guardada el 3 de octubre de 2026 en la terminal” */
export function nameText({ name, from, setBy, setAt }: Omit<NamedAddress, 'field'>): string {
  switch (from) {
    case 'address-book':
      return `${name}, de su libreta de direcciones${setText(setBy, setAt)}`;
    case 'address':
      return `${name} en su libreta de direcciones${setText(setBy, setAt)}`;
    case 'sandbox':
      return `${name}, una cuenta de demostración de la red simulada`;
    case 'network':
      return `${name}, un token conocido de esta red`;
  }
}

export const nameLines = (names: readonly NamedAddress[]): string[] => linesOfNames(names, { nameText, fieldText });

function setText(setBy: SetBy | undefined, setAt: string | undefined): string {
  return setBy === undefined || setAt === undefined ? '' : `, guardada el ${dayText(setAt)} ${SET_BY_WORDS[setBy]}`;
}

export const SET_BY_WORDS: Readonly<Record<SetBy, string>> = {
  terminal: 'en la terminal',
  page: 'en la página de firma',
  command: 'por un comando',
};

export function nameChangeText({ name, before, now, at, by }: NameChange): string {
  return `La dirección de ${name} en la libreta de direcciones se cambió el ${dayText(at)} ${SET_BY_WORDS[by]}: antes era ${before}, ahora es ${now}.`;
}

/** “3 de octubre de 2026”. @param time ISO 8601, UTC */
export function dayText(time: string): string {
  return new Date(time).toLocaleDateString('es', { dateStyle: 'long', timeZone: 'UTC' });
}

const PLAIN: Readonly<Record<string, string>> = {
  'trustline.address': 'token',
  'trustline.decimals': 'decimales del token',
};

/** Of a list, by its place. */
const NUMBERED: Readonly<Record<string, string>> = {
  milestones: 'hito',
  addMilestones: 'hito nuevo',
  addresses: 'dirección',
  distributions: 'parte',
  operations: 'operación',
  signatures: 'firma',
};

const PARTS: Readonly<Record<string, string>> = {
  // Of a request and an escrow
  approver: 'quien aprueba',
  serviceProvider: 'quien hace el trabajo',
  platformAddress: 'plataforma',
  platform: 'plataforma',
  releaseSigner: 'quien libera los fondos',
  release: 'quien libera los fondos',
  disputeResolver: 'árbitro',
  receiver: 'quien cobra',
  approvers: 'quienes aprueban',
  serviceProviders: 'quienes hacen el trabajo',
  releaseSigners: 'quienes liberan los fondos',
  disputeResolvers: 'árbitros',
  admin: 'administrador',
  observers: 'observadores',
  signer: 'quien firma',
  roles: 'papeles',
  escrow: 'depósito en garantía',
  'expected escrow': 'depósito en garantía esperado',
  kind: 'tipo',
  'kind of escrow': 'tipo de depósito en garantía',
  engagementId: 'identificador del acuerdo',
  title: 'título',
  description: 'descripción',
  amount: 'monto',
  platformFee: 'comisión de la plataforma',
  receiverMemo: 'nota para quien cobra',
  crossChainReceiver: 'quien cobra en otra cadena de bloques',
  destinationDomain: 'dominio de destino',
  milestones: 'hitos',
  milestone: 'hito',
  'milestone index': 'número del hito',
  index: 'número del hito',
  indices: 'números de los hitos',
  'number of milestones': 'cantidad de hitos',
  status: 'estado',
  'status changes': 'cambios de estado',
  statusChanges: 'cambios de estado',
  evidence: 'evidencia',
  flags: 'marca',
  approved: 'aprobado',
  approvals: 'aprobaciones',
  approvalCount: 'cantidad de aprobaciones',
  approvedBy: 'aprobado por',
  disputed: 'en disputa',
  isDisputed: 'en disputa',
  released: 'pagado',
  resolved: 'decidido',
  approval: 'aprobación',
  reason: 'motivo',
  distributions: 'reparto',
  approverFunds: 'fondos para quien aprueba',
  serviceProviderFunds: 'fondos para quien hace el trabajo',
  receiverFunds: 'fondos para quien cobra',
  'fee address': 'cuenta de comisiones',
  feeAddress: 'cuenta de comisiones',
  ledgers: 'libros contables',
  trustline: 'token',
  token: 'token',
  decimals: 'decimales',
  address: 'dirección',
  name: 'nombre',
  way: 'forma de pago',
  action: 'acción',
  // Of a transaction
  envelope: 'sobre de la transacción',
  signatures: 'firmas',
  transaction: 'transacción',
  record: 'registro',
  'network passphrase': 'frase de la red',
  'transaction hash': 'huella de la transacción',
  'escrow address': 'dirección del depósito en garantía',
  'source account': 'cuenta de origen',
  'operation source': 'origen de la operación',
  'sequence number': 'número de secuencia',
  memo: 'nota (memo)',
  'network fee': 'comisión de la red',
  'resource fee': 'comisión por recursos',
  preconditions: 'condiciones previas',
  'time bounds': 'plazo de validez',
  operations: 'operaciones',
  operation: 'operación',
  asset: 'activo',
  limit: 'límite',
  payer: 'quien paga',
  function: 'función',
  arguments: 'argumentos',
  resources: 'recursos',
  'events and result': 'eventos y resultado',
  'events of later steps': 'eventos de los pasos siguientes',
  reads: 'lecturas',
  writes: 'escrituras',
  restores: 'restauraciones',
  authorisation: 'autorización',
  credentials: 'credenciales',
  root: 'llamada principal',
  'sub-invocations': 'llamadas por debajo',
  transfer: 'transferencia',
  creation: 'creación',
  code: 'código',
  'code hash': 'huella del código',
  salt: 'sal',
  initialiser: 'función inicial',
  'constructor arguments': 'argumentos del constructor',
  'factory contract': 'contrato de la fábrica',
  'contract code': 'código del contrato',
  deployer: 'quien crea el contrato',
  '(an odd name)': 'un nombre extraño',
  '(several fields together)': 'varios campos juntos',
  '(the whole reply)': 'toda la respuesta',
  '(the whole request)': 'todo el pedido',
  '(the whole input)': 'toda la solicitud',
  // Of a call
  addMilestones: 'hitos nuevos',
  addresses: 'direcciones',
  contractId: 'dirección del depósito en garantía',
  days: 'días',
  id: 'id',
  maxAmount: 'monto más alto',
  maxPerDay: 'monto más alto por día',
  query: 'búsqueda',
  signedXdr: 'transacción firmada',
  since: 'desde cuándo',
  transactionHash: 'huella de la transacción',
  waitSeconds: 'segundos de espera',
  wallet: 'billetera',
};

/** Within a sentence. */
export const fieldWords = fieldWordsBy({ paths: PLAIN, entries: NUMBERED, parts: PARTS });

/** As a label: “Hito 1: monto”. */
export const fieldText = (field: string): string => upper(fieldWords(field));

export function walletProofText({ address, person, place, host, code }: WalletProof): string {
  return [
    `Demuestro a ${host} que esta billetera es mía.`,
    `Billetera: ${address}`,
    `Persona: ${person}`,
    `Lugar: ${place}`,
    `Código de un solo uso: ${code}`,
    'Esto no es una transacción. No mueve dinero y no da a nadie el derecho de firmar nada.',
  ].join('\n');
}

export function pageProofText({ address, host, code }: PageProofText): string {
  return [
    `Abro una página de ${host} con una transacción que se pide firmar a esta billetera.`,
    `Billetera: ${address}`,
    `Código: ${code}`,
    'Esto no es una transacción. No mueve dinero y no da a nadie el derecho de firmar nada.',
  ].join('\n');
}

export const PAGE_PROOF_OVER = {
  message: 'El texto que se firmó ya no es válido. Sirve durante 15 minutos.',
  remedy: 'Vuelva a cargar esta página y firme el texto que muestre entonces.',
};
