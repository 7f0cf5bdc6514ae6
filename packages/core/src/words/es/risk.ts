/** What is judged of a transaction, in words: stops, warnings and facts, and why it is only partly verified. */
import { actions } from '../../actions/es.ts';
import type { Difference } from '../../errors/differences.ts';
import { chainText } from '../../escrow/cross-chain.ts';
import { cleanLine, quoted } from '../../text/text.ts';
import { lookAlikeText } from '../look-alike.ts';
import { firstOf, type Naming } from '../naming.ts';
import {
  type AffectedRole,
  type BlockingWarning,
  type Fact,
  factLinesOf,
  hundredfold,
  LONGEST_VALUE,
  linesOf,
  MOST_NAMED,
  type OfPayee,
  type OneOfSeveral,
  type OpenTransactions,
  type Reason,
  type RoleWarning,
  type Taking,
  type TakingParty,
} from '../risk.ts';
import { differenceText } from './errors.ts';
import { LOOK_ALIKE } from './look-alike.ts';
import { fieldWords, nameChangeText } from './names.ts';
import { payeesText } from './payees.ts';
import { kindWords, milestonesText, PARTY_WORDS, ROLE_WORDS } from './words.ts';

export const stopLines = (blockers: readonly BlockingWarning[], named?: Naming): string[] =>
  linesOf(blockers, { stopText, rolesText, LOOK_ALIKE }, named);

export const warningLines = (
  facts: readonly Fact[],
  named?: Naming,
  text: (fact: Fact) => string = warningText,
): string[] => factLinesOf(facts, { warningText: text, payeesText }, named);

export function stopText({ code, params }: BlockingWarning): string {
  switch (code) {
    case 'ROLE_IS_TOKEN':
    case 'ROLE_IS_ESCROW':
    case 'ROLE_IS_CONTRACT':
    case 'PAYEE_IS_FACTORY':
    case 'PAYEE_IS_ISSUER':
    case 'PAYEE_IS_NOT_WALLET':
    case 'PAYEE_NEEDS_MEMO':
      return rolesText(code, [params]);
    case 'CAN_TAKE_ALONE':
      return takingText(params);
    case 'FEE_ABOVE_STOP':
      return `La comisión de la plataforma es ${params.percent} % de cada pago, más de ${params.stop} %.`;
    case 'PAID_ALREADY':
      return `La billetera que firma pagó ${params.amount} ${params.token} a las ${minuteOf(params.at)}. ¿Otra vez?`;
    case 'ANOTHER_ESCROW':
      return `Ya existe un depósito en garantía con las mismas condiciones: ${params.contractId}. Esto crea un segundo.`;
    case 'ANOTHER_VERSION_SETTLED':
      return `Ya existe otra versión de este depósito en garantía, con el mismo identificador del acuerdo: ${params.contractId}. Esto crea un segundo.`;
    case 'REPLACES_OPENED':
      return `Reemplaza una versión que alguien ya abrió.${differentNow(params.differences)}`;
    case 'NOT_COVERED':
      return `Ya no se puede averiguar si se ejecutó ${earlier(params)}: el historial de la red no llega tan atrás. Si se ejecutó, firmar esto lo hace de nuevo.`;
    case 'NO_LEDGER_TO_ASK':
      return `Aquí no se puede consultar en la red si se ejecutó ${earlier(params)}: una billetera pudo enviarla por su cuenta. Si se ejecutó, firmar esto lo hace de nuevo.`;
    case 'SIGNED_SINCE_BACKUP':
      return `${signedSince(params)} ya haya creado este depósito en garantía; entonces, firmar esto crea un segundo. Mire primero el historial de esa billetera.`;
    case 'TERMS_CHANGED':
      return params.since === 'agreed'
        ? `Las condiciones cambiaron desde que la billetera que firma las aceptó por última vez: ${changesText(params)}. Firme solo si las acepta como son ahora.`
        : `Las condiciones de este depósito en garantía no son las que se acordaron o se confirmaron aquí por última vez: ${changesText(params)}. Se actualizaron desde entonces, o el RPC de Stellar las informa mal. Averigüe cuál de las dos antes de firmar.`;
    case 'NAME_HAS_NEW_ADDRESS':
      return `${nameChangeText(params)} Si usted no la cambió, no firme.`;
    case 'ESCROW_FINISHED':
      return `Este depósito en garantía está terminado: todo se pagó o se decidió. ${LEAVES}`;
    case 'PAYS_STRANGER':
      return `Paga a alguien sin papel en este depósito en garantía: ${params.addresses.join(', ')}. Si es un error, el dinero se pierde.`;
    case 'NAMES_STRANGER':
      return `Cambia quién cobra o quién mueve el dinero; será ${params.parties.map(({ role, address }) => `${ROLE_WORDS[role]} ${address}`).join(', ')}. Si es un error, el dinero se puede perder.`;
    case 'LEAVES_MONEY':
      return leavesText(params);
    case 'REPORT_CHANGED':
      return `El informe del hito ${params.milestone} cambió desde que usted pidió estos hitos. Vuelva a leerlo.`;
    case 'WITHDRAWN_ALREADY':
      return `Usted retiró ${params.amount} ${params.token} a las ${minuteOf(params.at)}. ¿Otra vez?`;
    case 'LOOKS_LIKE_KNOWN':
      return lookAlikeText(params, LOOK_ALIKE);
    case 'CROSS_CHAIN_RECEIVER':
      return `Lo que paga a quien cobra sale de Stellar: se paga en otra cadena de bloques, dominio ${chainText(params.domain)} de CCTP, a 0x${params.recipient}. Aquí nadie lo pidió, y no se puede deshacer.`;
    case 'MORE_THAN_NEEDED':
      return `Este pago supera en ${params.over} ${params.token} lo que el depósito en garantía necesita: tiene ${params.held} de ${params.needed} ${params.token}. ${LEAVES}`;
  }
}

type Leaving = Extract<BlockingWarning, { code: 'LEAVES_MONEY' }>['params'];

function leavesText({ shared, of, rest, spare, token, milestones, address }: Leaving): string {
  const head = `Reparte ${shared} de ${of} ${token}: quedan ${rest} ${token} en el depósito.`;
  if (spare === '0') return `${head} Todavía se pueden pagar por ${milestonesText(milestones)}.`;
  const unneeded = spare === rest ? 'Ningún hito los necesita.' : `De estos, ningún hito necesita ${spare} ${token}.`;
  return `${head} ${unneeded} Solo el árbitro (${address}) los puede retirar, cuando cada hito esté pagado, decidido o en disputa, y se les descuentan comisiones otra vez.`;
}

const LOST = 'Nadie puede actuar por ella, y lo que se le paga se pierde.';
const IN_NO_ROLE: Readonly<Record<RoleWarning, readonly [what: string, then: string]>> = {
  ROLE_IS_TOKEN: ['el contrato de un token', LOST],
  ROLE_IS_ESCROW: ['el depósito en garantía mismo', LOST],
  ROLE_IS_CONTRACT: [
    'un contrato, como una billetera inteligente o una cuenta compartida',
    'Un contrato no puede firmar aquí: cuando haya dinero dentro, nadie podrá actuar en este papel con Countersign.',
  ],
  PAYEE_IS_FACTORY: ['el contrato que crea los depósitos', LOST],
  PAYEE_IS_ISSUER: ['el emisor del token', 'Un pago al emisor destruye el dinero.'],
  PAYEE_IS_NOT_WALLET: [
    'un contrato que no es una billetera',
    'No puede volver a pagar nada, así que lo que se le paga se pierde.',
  ],
  PAYEE_NEEDS_MEMO: [
    'de una casa de cambio, que exige un memo con cada pago',
    'Un depósito paga sin memo, así que la casa de cambio no sabe de quién es el dinero. Pida la billetera propia de la persona.',
  ],
};

function rolesText(code: RoleWarning, roles: readonly AffectedRole[]): string {
  const named = roles.map(({ role, address }) => [ROLE_WORDS[role], address].filter(Boolean).join(' ')).join(', ');
  const what = roles.length === 1 ? 'esta dirección' : 'cada una de estas direcciones';
  const [is, then] = IN_NO_ROLE[code];
  return `${named}: ${what} es ${is}. ${then}`;
}

/** Names alone: what either version says may be a stranger's text, which is no part of a sentence of ours. */
function differentNow(differences: readonly Difference[]): string {
  const fields = [...new Set(differences.map(({ field }) => fieldWords(field)))];
  return fields.length === 0 ? '' : ` Ahora es distinto: ${fields.join(', ')}.`;
}

function changesText(
  { differences }: { readonly differences: readonly Difference[] },
  before: 'acordado' | 'antes' = 'acordado',
): string {
  const texts = differences.map(differenceText).map(({ field, asked, found }) => {
    return `${fieldWords(field)}: ${before} ${cleanLine(asked, LONGEST_VALUE)}, ahora ${cleanLine(found, LONGEST_VALUE)}`;
  });
  return texts.join('; ');
}

/** "una transacción anterior para esto (…)", "alguna de 3 transacciones anteriores para esto (…, … y 3 más)" */
function earlier({ transactions }: OpenTransactions): string {
  const { shown, left } = firstOf(transactions, MOST_NAMED);
  const named = `${shown.join(', ')}${left > 0 ? ` y ${left} más` : ''}`;
  return transactions.length === 1
    ? `una transacción anterior para esto (${named})`
    : `alguna de ${transactions.length} transacciones anteriores para esto (${named})`;
}

function signedSince({
  account,
  at,
  count,
}: Extract<BlockingWarning, { code: 'SIGNED_SINCE_BACKUP' }>['params']): string {
  const restored = `Estos datos se restauraron de una copia de seguridad de las ${minuteOf(at)}.`;
  if (count === undefined) return `${restored} Countersign no sabe qué firmó ${account} desde entonces. Puede que eso`;
  const [transactions, it] = count === '1' ? ['1 transacción', 'esta'] : [`${count} transacciones`, 'una de ellas'];
  return `${restored} Desde entonces ${account} firmó ${transactions} que Countersign no conoce. Puede que ${it}`;
}

/** "14:02 del 2026-11-22 (UTC)" */
function minuteOf(at: string): string {
  return `${at.slice(11, 16)} del ${at.slice(0, 10)} (UTC)`;
}

/** What a person should look at twice before signing, in Spanish. */
export function warningText({ code, params }: Fact): string {
  switch (code) {
    case 'ADDRESS_CHANGED':
      return `La dirección del depósito en garantía cambió de ${params.before} a ${params.now}. No pague nada a la anterior.`;
    case 'KNOWN_CAN_TAKE_ALONE':
      return familiarTakingText(params);
    case 'CAN_TAKE_TOGETHER':
      return takingTogetherText(params);
    case 'LEDGER_NOT_ASKED':
      return 'Ahora no se puede consultar la red Stellar, así que no se comprobó si todos pueden cobrar. Después de firmar, el resultado puede tardar en conocerse.';
    case 'RECEIVER_IS_NOT_WORKER':
      return `Quien cobra no es quien hace el trabajo ni quien firma: ${params.address}.`;
    case 'RECEIVERS_ARE_NOT_WORKER':
      return `Estas partes, que cobran, no son quien hace el trabajo ni quien firma: ${params.addresses.join(', ')}.`;
    case 'UNKNOWN_RELEASE_SIGNER':
      return `Quien libera los fondos no es quien firma, ni quien hace el trabajo, ni la plataforma: ${params.address}.`;
    case 'RESOLVER_IS_WORKER':
      return `El árbitro es también quien hace el trabajo, y decidiría sobre su propio pago: ${params.address}.`;
    case 'ACCOUNT_MISSING':
    case 'TRUSTLINE_MISSING':
    case 'NOT_AUTHORISED':
    case 'LIMIT_TOO_LOW':
    case 'CONTRACT_MISSING':
      return payeesText([{ code, params } as OfPayee]);
    case 'FEE_LOOKS_LIKE_FRACTION':
      return `La comisión de la plataforma es ${params.percent} %. ¿Se quiso decir ${hundredfold(params.percent)} %?`;
    case 'FEE_UNLIKE_BEFORE':
      return `La comisión de la plataforma es ${params.percent} %. En el último depósito en garantía de la billetera que firma con esta plataforma era ${params.before} %: ${params.address}.`;
    case 'SEVERAL_SIGNERS':
      return `La clave de quien firma no basta por sí sola para esta cuenta; deben firmar otras claves, con ella o en su lugar: ${params.address}.`;
    case 'SAME_ID_ELSEWHERE':
      return 'Otra persona preparó desde esta cuenta un depósito en garantía con el mismo identificador y otras condiciones.';
    case 'NAME_CHANGED_LATELY':
      return nameChangeText(params);
    case 'WORK_NOT_REPORTED':
      return `Quien hace el trabajo no informó ningún avance sobre ${milestonesText(params.milestones)}. Apruebe solo un trabajo que haya visto: no se puede deshacer.`;
    case 'ESCROW_IN_DISPUTE':
      return `El depósito en garantía está en disputa. Su árbitro decide quién recibe el dinero: ${params.address}.`;
    case 'ESCROW_FROM_ELSEWHERE':
      return newTermsText(params);
    case 'TERMS_CHANGED_SINCE_DEPLOY':
      return `Las condiciones cambiaron desde que se creó este depósito en garantía: ${changesText(params, 'antes')}. La billetera que firma aún no aceptó nada aquí.`;
    case 'TEXTS_CHANGED':
      return 'El título o una descripción cambió desde que la billetera que firma aceptó por última vez este depósito en garantía. Lea los textos antes de firmar.';
    case 'AFTER_PAYMENT':
      return `Después de este pago, el depósito en garantía ${quoted(params.title, 100)} tiene ${params.held} de los ${params.needed} ${params.token} que necesita.`;
    case 'PAID_AT_ONCE':
      return 'Todo se paga de una vez, cuando todos los hitos están aprobados. Cuánto vale cada uno no queda guardado en la red.';
    case 'BUILT_DIRECTLY':
      return 'El servicio de depósitos no preparó esto. Countersign lo preparó por su cuenta, lo comparó igual, y lo envía a la red sin el servicio.';
    case 'ONLY_RESOLVER_MOVES':
      return `El contrato no tiene plazo ni vuelta atrás. Si la otra parte no responde, solo el árbitro puede mover el dinero: ${params.address}.`;
    case 'PLATFORM_CHANGES_TERMS':
      return `Hasta que reciba dinero, solo la plataforma puede cambiar las condiciones, también a quién se paga. Después, como mucho, puede añadir hitos: ${params.address}.`;
    case 'SERVICE_SHARE':
      return `El servicio se queda con el ${params.percent} % de cada pago.`;
    case 'SERVICE_CANNOT_BE_PAID':
      return `Por ahora no se puede pagar nada de un depósito: la cuenta del propio servicio, ${params.address}, no puede recibir su comisión. Avise a quien administra esta instalación.`;
    case 'PAYEE_IS_SMART_WALLET':
      return `${PARTY_WORDS[params.role]}: ${params.address} es una billetera inteligente, un contrato que actúa por su dueño.`;
    case 'RESOLVER_PAYS_SELF':
      return `El árbitro, que firma esto, se paga una parte a sí mismo: ${params.address}.`;
    case 'EVIDENCE_IS_LINK':
      return 'La evidencia es un enlace: lo que muestra puede cambiar después. Mírela usted; Countersign nunca abre enlaces.';
    case 'TERMS_OF_ONE_RPC':
      return `Las condiciones de este depósito en garantía vienen de un solo RPC de Stellar (${params.rpc}): aquí no se creó, no se pagó por su contrato ni se actualizó. Compárelas con lo acordado.`;
    case 'EXTENDING_COSTS':
      return `La comisión de la red paga por conservar los datos ${params.days} días. Según su código público, los contratos de las redes reales solo prolongan los datos que están por archivarse, así que quizás esto aún no cambie nada. Lo archivado no se pierde: la próxima llamada lo restaura, por unos 0.1 XLM.`;
    case 'FIRST_TIME_ADDRESSES':
      return `Se usan aquí por primera vez: ${params.addresses.join(', ')}.`;
    case 'FIRST_TIME_NAMES':
      return `Nombres de la libreta de direcciones que se usan por primera vez: ${params.names.join(', ')}.`;
    case 'ONE_OF_SEVERAL':
      return `También espera una firma de esta cuenta: ${transactionsText(params)}. Ahora solo se puede firmar una de ellas. Después hay que volver a preparar las demás.`;
  }
}

function newTermsText({
  receivers,
  releaseSigner,
  disputeResolver,
  terms,
}: Extract<Fact, { readonly code: 'ESCROW_FROM_ELSEWHERE' }>['params']): string {
  const pays = receivers.map((receiver, at) =>
    terms === undefined ? `a ${receiver}` : `${terms.amounts[at]} ${terms.token} a ${receiver}`,
  );
  const others =
    terms === undefined
      ? ''
      : ` ${terms.platformAddress} recibe el ${terms.feePercent} % de cada pago. ${terms.serviceProvider} hace el trabajo, y ${terms.approver} lo aprueba.`;
  return `Las condiciones de este depósito en garantía son nuevas para la billetera que firma. Paga ${pays.join(', ')}.${others} ${releaseSigner} libera el dinero, y ${disputeResolver} decide una disputa. Firme solo si es lo que usted espera.`;
}

/** Of money in an escrow beyond its terms. */
const LEAVES = 'Lo que sobra solo puede salir del depósito si su árbitro lo retira.';

function transactionsText({ others, more = 0 }: OneOfSeveral): string {
  return [...others.map(transactionText), ...(more > 0 ? [`y ${more} más`] : [])].join(', ');
}

function transactionText({ action, title }: OneOfSeveral['others'][number]): string {
  const what = actions[action].transaction;
  return title === undefined ? what : `${what}${action === 'deploy' ? '' : ' para'} ${quoted(title, 100)}`;
}

/** Who could take the money of an escrow, and how, in Spanish. */
function takingText({ way, share, address: who }: Taking & TakingParty): string {
  const means = {
    release: `${who} cobra, y además aprueba y libera los fondos.`,
    approved: `El trabajo ya está aprobado. ${who} cobra, y además libera los fondos.`,
    fee: `${who} recibe la mayor parte de cada pago como comisión de la plataforma, y además decide cuándo se paga.`,
    milestone: `${who} puede agregar un hito, aprobarlo y pagarlo a cualquier dirección.`,
    dispute: `El depósito en garantía está en disputa, y solo ${who} decide quién cobra.`,
  }[way];
  return `${means} Cuando haya dinero dentro, esa persona puede llevarse ${SHARE_WORDS[share]}.`;
}

/** Of somebody whom the signer knows: the same, shorter. */
function familiarTakingText({ way, share, address: who }: Taking & TakingParty): string {
  const does = {
    release: 'aprueba, libera los fondos y cobra',
    approved: 'libera los fondos y cobra, y el trabajo ya está aprobado',
    fee: 'libera los fondos y recibe la mayor parte como comisión de la plataforma',
    milestone: 'puede agregar un hito, aprobarlo y pagarlo',
    dispute: 'decide por su cuenta la disputa abierta',
  }[way];
  return `${who} ${does}, así que puede llevarse ${SHARE_WORDS[share]}.`;
}

type Together = Extract<Fact, { readonly code: 'CAN_TAKE_TOGETHER' }>['params'];

function takingTogetherText({ way, share, parties, resolver, mover }: Together): string {
  const together = `pueden llevarse ${SHARE_WORDS[share]} cuando haya dinero dentro.`;
  if (way === 'dispute') {
    const resolving = resolver === undefined ? '' : ` ${resolver.address}`;
    const who = parties.length > 1 ? 'Si una de esas partes y el árbitro' : 'Si las dos partes';
    return `${listed(parties, 'o')} puede abrir una disputa, y entonces solo el árbitro${resolving} decide quién cobra. ${who} se ponen de acuerdo, ${together}`;
  }
  if (mover !== undefined) {
    const means = way === 'approved' ? 'El trabajo ya está aprobado, y' : 'Sin nadie más,';
    const does = way === 'approved' ? 'paga' : 'aprueba y paga';
    return `${means} ${mover.address} ${does} a ${listed(parties, 'y')}. Si una de estas partes se pone de acuerdo con quien paga, ${together}`;
  }
  const both = listed(parties, 'y');
  const means = {
    release: `Entre ${both} aprueban, liberan los fondos y cobran.`,
    approved: `El trabajo ya está aprobado. Entre ${both} liberan los fondos y cobran.`,
    fee: `Entre ${both} reciben la mayor parte de cada pago como comisión de la plataforma, y deciden cuándo se paga.`,
    milestone: `Entre ${both} pueden agregar un hito, aprobarlo y pagarlo a cualquier dirección.`,
  }[way];
  return `${means} Si las dos partes se ponen de acuerdo, ${together}`;
}

const SHARE_WORDS = { all: 'todo', part: 'una parte' } as const;

function listed(parties: readonly TakingParty[], last: 'y' | 'o'): string {
  const texts = parties.map(({ address }) => address);
  const ends = texts.slice(-2).join(` ${last} `);
  return [...texts.slice(0, -2), ends].join(', ');
}

const VERIFY = 'verifique con el dueño del servicio que sea correcta antes de fijarla.';

/** @param owner of the code that a contract refers to */
export const codeOfAnother = (owner: string): string =>
  `${owner} puede reemplazar el código de este depósito en cualquier momento, y entonces podría tomar todo lo que tiene.`;

/** Why a transaction is only partly verified, in Spanish. */
export function reasonText({ code, params }: Reason): string {
  switch (code) {
    case 'FACTORY_NOT_PINNED':
      return `La fábrica ${params.factory} no está fijada; ${VERIFY}`;
    case 'FEE_ADDRESS_NOT_PINNED':
      return `La parte del servicio va a ${params.address}, una dirección que no está fijada; ${VERIFY}`;
    case 'CODE_NOT_PINNED':
      return `El código del contrato, ${params.code}, no está fijado; verifique con el dueño del servicio que sea correcto antes de fijarlo.`;
    case 'CODE_OF_ANOTHER':
      return codeOfAnother(params.owner);
    case 'OTHER_KIND':
      return `No es el tipo de depósito en garantía que crea el servicio: ${kindWords(params)}.`;
    case 'TOKEN_NOT_ASKED':
      return `Los decimales del token ${params.token} son los del pedido${params.stored ? ';' : ': este tipo de depósito no guarda los decimales del token, y'} no se consultó al token mismo.`;
    case 'ONE_AMOUNT_FOR_ALL':
      return 'Tiene un solo monto para todos los hitos, que se paga de una vez: cuánto vale cada hito no consta en la red.';
    case 'ADDRESS_IN_DOUBT':
      return `Su dirección se calcula a partir de la fábrica; una versión intermedia la calculaba a partir de quien firma, y con ella estaría en ${params.elsewhere}. Mire el resultado antes de poner fondos.`;
    case 'KEPT_AS_TEXT':
      return 'Se preparó con una versión anterior, que guardaba sus motivos solo como texto.';
  }
}
