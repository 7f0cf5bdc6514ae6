/** Calls, creations and values of contracts: of any, of tokens and escrows, and the deploy of an escrow. */
import type { Difference } from '../../../errors/differences.ts';
import type { Problem } from '../../../errors/problems.ts';
import { differenceText } from '../errors.ts';
import { fieldText } from '../names.ts';
import { problemText } from '../problems.ts';

export const whichDoes = (words: string, authorisation: string): string => `${words}; ${authorisation}`;
export const uploadsCode = (bytes: number, hash: string): string =>
  `Sube código de contrato de ${bytes} bytes, con el hash ${hash}`;

export const ifFor = (contract: string, network: string): string =>
  `${contract} (si la transacción es para ${network})`;
export const constructedWith = (values: string): string => `, construido con (${values})`;
export const createsTokenContract = (asset: string, at: string): string =>
  `Crea el contrato de token de ${asset} en ${at}`;
export const createsContract = (owner: string, salt: string, at: string, code: string): string =>
  `Crea un contrato de ${owner} con la sal ${salt} en ${at}, con ${code}`;
export const theCode = (hash: string): string => `el código ${hash}`;
export const CODE_OF_ASSET: string = 'el código del token de un activo clásico';
export const codeOf = (name: string, owner: string): string =>
  `el código ${name} de ${owner}, que puede reemplazarlo en cualquier momento`;

export const NO_AUTHORISATION: string = 'no tiene autorización';
export const ONLY_THIS_CALL: string = 'autoriza solo esta llamada';
export const moreThanThisCall = (entries: number): string =>
  `autoriza más que esta llamada (${entries} ${entries === 1 ? 'entrada' : 'entradas'}, vea las advertencias)`;
export const alsoCarries = (who: string, allowed: string): string =>
  `lleva además una autorización: ${who} permite ${allowed}`;
export const THIS_CALL: string = 'esta llamada';
export const THIS_AND_BELOW: string = 'esta llamada, y debajo de ella';
export const ANOTHER_CALL: string = 'otra llamada';
export const ANOTHER_AND_BELOW: string = 'otra llamada, y debajo de ella';
type ByItself = { address: string; isSigned: boolean; delegates: number; until: number };
export const byItself = ({ address, isSigned, delegates, until }: ByItself): string =>
  `${address} (por su cuenta: ${isSigned ? 'una firma que aquí no se comprobó' : 'sin firmar'}${delegates === 0 ? '' : `, a través de ${delegates} más`}, hasta el libro ${until})`;

/** What calls of tokens and of escrows do, as the function's name and its arguments tell. */

export const callsUnknownToken = (name: string, contract: string, does: string): string =>
  `Llama a ${name} del contrato ${contract}, que no es un token conocido aquí; por ese nombre ${does}`;
export const callOfToken = (does: string, name: string, code: string, contract: string): string =>
  `${does} (${name} del contrato de ${code} ${contract})`;
export const calls = (name: string, contract: string): string => `Llama a ${name} del contrato ${contract}`;
export const byThatName = (does: string): string => `, que por ese nombre ${does}`;
export const withArguments = (call: string, values: string): string =>
  `${call}, ${values === '' ? 'sin argumentos' : `con los argumentos (${values})`}`;

export const moves = (amount = '', from = '', to = ''): string => `mueve ${amount} de ${from} a ${to}`;
export const byAllowance = (words: string, spender = ''): string => `${words}, por el permiso de gasto de ${spender}`;
export const letsTake = (spender = '', amount = '', from = '', until = ''): string =>
  `permite a ${spender} tomar ${amount} de ${from}, hasta el libro ${until}, sin volver a preguntar`;
export const destroys = (amount = '', from = ''): string => `destruye ${amount} de ${from}`;
export const mints = (amount = '', to = ''): string => `crea ${amount} para ${to}`;
export const takesBackByForce = (amount = '', from = ''): string =>
  `toma ${amount} de ${from} sin preguntar, y lo destruye`;
export const makesAdministrator = (admin = ''): string => `hace a ${admin} administrador del token`;

export const CALLS: Readonly<Record<string, string>> = {
  initialize_escrow: 'configura un depósito en garantía',
  update_escrow: 'cambia las condiciones de un depósito en garantía',
  fund_escrow: 'pone dinero en un depósito en garantía',
  change_milestone_status: 'informa el avance de un hito',
  approve_milestone: 'aprueba un hito',
  approve_milestones: 'aprueba hitos',
  change_milestone_approved_flag: 'aprueba un hito',
  release_funds: 'paga el depósito en garantía',
  release_milestone_funds: 'paga un hito',
  dispute_escrow: 'abre una disputa sobre el depósito en garantía',
  dispute_milestone: 'abre una disputa sobre un hito',
  dispute_milestones: 'abre una disputa sobre hitos',
  resolve_dispute: 'decide una disputa, y adónde va el dinero',
  resolve_milestone_dispute: 'decide una disputa sobre un hito, y adónde va su dinero',
  withdraw_remaining_funds: 'retira lo que queda en un depósito en garantía',
  extend_contract_ttl: 'conserva el contrato por más tiempo',
  get_escrow: 'lee un depósito en garantía',
  get_multiple_escrow_balances: 'lee lo que tienen depósitos en garantía',
};
export const milestoneNumber = (number: string): string => `número ${number}`;
export const milestoneNumbers = (numbers: string): string => `números ${numbers}`;
export const NO_NUMBER: string = 'que no es un número';
export const withStatus = (status: string): string => `con el estado ${status}`;
export const withEvidence = (evidence: string): string => `con la evidencia ${evidence}`;
export const TAKES_APPROVAL_BACK: string = 'o más bien retira su aprobación';
export const because = (reason: string): string => `porque ${reason}`;
export const baseUnitsTo = (units: string, to: string): string => `${units} unidades base a ${to}`;
export const THE_APPROVER: string = 'quien aprueba';
export const THE_SERVICE_PROVIDER: string = 'quien hace el trabajo';
export const THE_RECEIVER: string = 'quien cobra';
export const byLedgers = (ledgers: bigint): string => `por ${ledgers} libros`;
export const serviceShareTo = (address: string): string => `la parte del servicio a ${address}`;
export const fromPayer = (address: string): string => `de ${address}`;
export const bySigner = (address: string): string => `por ${address}`;
export const IF_SAME_TERMS: string = 'si sus condiciones aún son las que se nombran';
export const NO_AMOUNT: string = 'algo que no es un monto';
export const NO_ADDRESS: string = 'algo que no es una dirección';
export const unitsOfUnnamedToken = (units: bigint): string =>
  `${units} unidades base de un token que la llamada no nombra`;
const OVER = { released: 'pagado', resolved: 'resuelto' } as const;
export const fundsWhatIsOver = (over: 'released' | 'resolved'): string =>
  `pone dinero en un depósito en garantía ya ${OVER[over]}: solo su árbitro puede sacar lo que se pague ahora`;
export const serviceShareElsewhere = (address: string, network: string, known: string): string =>
  `paga la parte del servicio a ${address}; en ${network} se sabe que va a ${known}`;

/** The deploy of an escrow. Fields, roles and costs have the words that they have everywhere. */
export const createsEscrow = (title: string, contract: string): string =>
  `Crea un depósito en garantía para ${title} en ${contract}.`;
export const KIND: string = 'Tipo';
export const ESCROW_ADDRESS: string = 'Dirección del depósito';
export const ENGAGEMENT: string = 'Acuerdo';
export const TITLE: string = 'Título';
export const DESCRIPTION: string = 'Descripción';
export const milestoneLabel = (number: number): string => `Hito ${number}`;
export const TOTAL: string = 'Total';
export const TOKEN: string = 'Token';
export const PLATFORM_FEE: string = 'Comisión de la plataforma';
export const SIGNER: string = 'Quien firma';
export const ADMIN: string = 'Administrador';
export const OBSERVERS: string = 'Observadores';
export const RECEIVER_MEMO: string = 'Memo de quien cobra';
export const CROSS_CHAIN_RECEIVER: string = 'Quien cobra en otra cadena de bloques';
export const FACTORY: string = 'Fábrica';
export const CONTRACT_CODE: string = 'Código del contrato';
export const OF_THE_TOKEN: string = 'del token';
export const BASE_UNITS: string = 'unidades base (no se conocen los decimales del token)';
export const unitsAsSaid = (multiplier: string): string =>
  `del token (si ${multiplier} de sus unidades base son uno, como dice la transacción)`;
export const paidTo = (receiver: string): string => ` (se paga a ${receiver})`;

export const unknownToken = (token: string, network: string): string =>
  `el token ${token} no se conoce en ${network}: no se comprobó cuánto vale ni sus decimales`;
export const SEVERAL_RECEIVERS: string = 'los hitos se pagan a personas distintas';
export const PINS: Readonly<Record<'factory' | 'code', string>> = {
  factory: 'la fábrica',
  code: 'el código del contrato',
};
export const notPinned = (what: string, network: string): string =>
  `no se comprobó ${what}: no hay valor fijado para ${network}`;
export const pinnedOther = (what: string, network: string, found: string, pinned: string): string =>
  `no coincide ${what} con el valor fijado para ${network}: es ${found}, el fijado ${pinned}`;
export const createdAs = (flags: readonly string[]): string => `se crea ya como ${flags.join(' y ')}`;
export const milestoneCreated = (number: number, state: string): string => `el hito ${number} se crea ${state}`;
export const asAlready = (flags: readonly string[]): string => `ya como ${flags.join(' y ')}`;
const FLAGS: Readonly<Record<string, string>> = {
  approved: 'aprobado',
  disputed: 'disputado',
  released: 'pagado',
  resolved: 'resuelto',
};
export const flagName = (flag: string): string => FLAGS[flag] ?? flag;
export const invisible = (field: string, characters: string): string =>
  `${fieldText(field)} tiene caracteres invisibles (${characters})`;
export const stacksMarks = (field: string): string =>
  `${fieldText(field)} amontona marcas sobre una letra, que taparían otras líneas`;
export const fieldProblem = (field: string, problem: Problem): string => `${fieldText(field)} ${problemText(problem)}`;
export function differs(difference: Difference): string {
  const { field, asked, found } = differenceText(difference);
  return `${fieldText(field)}: se esperaba ${asked}, se encontró ${found}`;
}

/** Addresses, assets, amounts, times and the values of contracts. */

export const numberOfAccount = (address: string, number: bigint, account: string): string =>
  `${address} (número ${number} de la cuenta ${account})`;
export const transactionOfHash = (hash: string, key: string): string => `la transacción con el hash ${hash} (${key})`;
export const holderOfPreimage = (hash: string, key: string): string => `quien tenga la preimagen de ${hash} (${key})`;
export const bySigningBytes = (account: string, bytes: string): string =>
  `${account} si firma los bytes ${bytes || '(ninguno)'}`;

export const codeOfBytes = (bytes: string): string => `(un código de activo con los bytes ${bytes})`;
export const issuedBy = (code: string, issuer: string): string => `${code} emitido por ${issuer}`;
export const posesAsXlm = (code: string, issuer: string): string =>
  `nombra un token que se llama ${code} y lo emite ${issuer}; no es el XLM de Stellar`;
type Posing = { code: string; known: string; network: string; issuer: string; knownIssuer: string };
export const posesAsKnown = ({ code, known, network, issuer, knownIssuer }: Posing): string =>
  `nombra un ${code} que no es el ${known} conocido en ${network}: lo emite ${issuer}, y el conocido ${knownIssuer}`;
export const baseUnitsOf = (units: bigint, contract: string): string =>
  `${units} unidades base del token ${contract} (aquí no se conocen sus decimales)`;

export const NOTHING: string = 'nada';
export const NONE: string = 'ninguno';
export const timeValue = (time: bigint): string => `el momento ${time}`;
export const valueOfType = (type: string): string => `(un valor del tipo ${type})`;
export const andMore = (count: number): string => `y ${count} más`;
export const NO_BYTES: string = 'ningún byte';
export const bytesInAll = (shown: string, count: number): string => `${shown}… (${count} bytes en total)`;
export const secondSince1970 = (seconds: bigint): string => `el segundo ${seconds} desde 1970`;
