/** What the fields of a request, a transaction and an escrow are called in Spanish. */
import { upper } from './words.ts';

/** As a label: “Hito 1, monto”. A part that has no Spanish name stays as it is. */
export const fieldText = (field: string): string => upper(fieldWords(field));

/** Within a sentence. */
export function fieldWords(field: string): string {
  return (
    PLAIN[field] ??
    field
      .split('.')
      .filter((part) => part !== 'roles')
      .map(partWords)
      .join(', ')
  );
}

/** `milestones[0]`, `platform_fee`. */
function partWords(part: string): string {
  const bracket = part.indexOf('[');
  const name = bracket === -1 ? part : part.slice(0, bracket);
  const index = bracket === -1 ? '' : part.slice(bracket);
  const number = NUMBERED[name];
  if (number !== undefined && /^\[\d+\]$/.test(index)) return `${number} ${Number(index.slice(1, -1)) + 1}`;
  const ours = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return `${PARTS[ours] ?? name}${index}`;
}

const PLAIN: Readonly<Record<string, string>> = {
  'trustline.address': 'token',
  'trustline.decimals': 'decimales del token',
};

/** Of a list, by its place. */
const NUMBERED: Readonly<Record<string, string>> = {
  milestones: 'hito',
  distributions: 'reparto',
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
};
