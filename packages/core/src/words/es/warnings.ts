/** What a person should look at twice before signing, in Spanish. */
import { actions } from '../../actions/es.ts';
import { quoted } from '../../text/text.ts';
import { MOST_NAMED } from '../stops.ts';
import { type Fact, hundredfold, type OneOfSeveral } from '../warnings.ts';
import type { PartyName } from '../words.ts';
import { nameChangeText } from './names.ts';
import { takingTogetherText } from './taking.ts';
import { PARTY_WORDS } from './words.ts';

export function warningText({ code, params }: Fact): string {
  switch (code) {
    case 'ADDRESS_CHANGED':
      return `La dirección del depósito en garantía cambió de ${params.before} a ${params.now}. No pague nada a la anterior.`;
    case 'CAN_TAKE_TOGETHER':
      return takingTogetherText(params);
    case 'RECEIVER_IS_NOT_WORKER':
      return `Quien cobra no es quien hace el trabajo ni quien firma: ${params.address}.`;
    case 'UNKNOWN_RELEASE_SIGNER':
      return `Quien libera los fondos no es quien firma, ni quien hace el trabajo, ni la plataforma: ${params.address}.`;
    case 'RESOLVER_IS_WORKER':
      return `El árbitro es también quien hace el trabajo, y decidiría sobre su propio pago: ${params.address}.`;
    case 'ACCOUNT_MISSING':
      return `${PARTY_WORDS[params.role]}: todavía no existe una cuenta en ${params.address}. ${failing(params.role)} hasta que exista.`;
    case 'TRUSTLINE_MISSING':
      return `${PARTY_WORDS[params.role]}: ${params.address} todavía no acepta este token (no tiene línea de confianza). ${failing(params.role)} hasta que su dueño agregue una.`;
    case 'FEE_LOOKS_LIKE_FRACTION':
      return `La comisión de la plataforma es ${params.percent} %. ¿Se quiso decir ${hundredfold(params.percent)} %?`;
    case 'SEVERAL_SIGNERS':
      return `La clave de quien firma no basta por sí sola para esta cuenta; deben firmar otras claves, con ella o en su lugar: ${params.address}.`;
    case 'SAME_ID_ELSEWHERE':
      return 'Otra persona preparó desde esta cuenta un depósito en garantía con el mismo identificador y otras condiciones.';
    case 'NAME_CHANGED_LATELY':
      return nameChangeText(params);
    case 'ESCROW_IN_DISPUTE':
      return `El depósito en garantía está en disputa. Su árbitro decide quién recibe el dinero: ${params.address}.`;
    case 'ESCROW_FROM_ELSEWHERE':
      return `Usted no preparó este depósito en garantía. Paga a ${params.receivers.join(', ')}. ${params.releaseSigner} libera el dinero, y ${params.disputeResolver} decide una disputa. Pague solo si son las personas que usted espera.`;
    case 'AFTER_PAYMENT':
      return `Después de este pago, el depósito en garantía ${quoted(params.title, 100)} tiene ${params.held} de los ${params.needed} ${params.token} que necesita.`;
    case 'PAID_AT_ONCE':
      return 'Todo se paga de una vez, cuando todos los hitos están aprobados. Cuánto vale cada uno no queda guardado en la red.';
    case 'ONLY_RESOLVER_MOVES':
      return `El contrato no tiene plazo ni vuelta atrás. Si la otra parte no responde, solo el árbitro puede mover el dinero: ${params.address}.`;
    case 'PLATFORM_CHANGES_TERMS':
      return `Hasta que reciba dinero, solo la plataforma puede cambiar las condiciones, también a quién se paga. Después, como mucho, puede añadir hitos: ${params.address}.`;
    case 'SERVICE_SHARE':
      return `El servicio se queda con el ${params.percent} % de cada pago.`;
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

/** Of money in an escrow beyond its terms. */
export const LEAVES = 'Lo que sobra solo puede salir del depósito si su árbitro lo retira.';

function transactionsText({ others }: OneOfSeveral): string {
  const left = others.length - MOST_NAMED;
  return [...others.slice(0, MOST_NAMED).map(transactionText), ...(left > 0 ? [`y ${left} más`] : [])].join(', ');
}

function transactionText({ action, title }: OneOfSeveral['others'][number]): string {
  const what = actions[action].transaction;
  return title === undefined ? what : `${what}${action === 'deploy' ? '' : ' para'} ${quoted(title, 100)}`;
}

/** What fails where a party lacks account or trustline. */
function failing(role: PartyName): string {
  if (role === 'signer') return 'No puede poner fondos';
  return role === 'serviceFee' ? 'No se puede pagar nada del depósito' : 'No puede cobrar';
}
