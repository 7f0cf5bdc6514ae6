import type { PageWords } from '../en.ts';

const AGAIN =
  'Se prepara de nuevo cuando usted firme, a partir de la misma solicitud, y se compara otra vez. Si cambia algo más que su hash y su hora, usted lo verá antes.';
const OVER = `El tiempo de esta transacción terminó. ${AGAIN}`;
const EXPIRED = `El libro mayor no aceptó esta transacción y su tiempo terminó. ${AGAIN}`;
const LOOK_IT_UP =
  'Esta página sigue pendiente. Si aquí no cambia nada, busque el hash de la transacción en un explorador de esta red.';
const NOT_YET = 'El libro mayor todavía no la muestra';
const AGAIN_BELOW = 'Puede prepararla de nuevo aquí, a partir de la misma solicitud, y firmar esa.';
const UNTIL_YOU_KNOW = 'Hasta que lo sepa, no firme';
const DONE = 'El libro mayor aceptó la transacción que usted firmó. Puede cerrar esta página.';

const step = (done: string) => ({
  settled: { title: done, lead: DONE },
  rejected: { lead: `No cambió nada. ${AGAIN_BELOW}` },
  accepted: { lead: `${NOT_YET}, así que no la repita. ${LOOK_IT_UP}` },
  unknown: { lead: `Lo que usted firmó pudo llegar o no al libro mayor. ${UNTIL_YOU_KNOW} otra vez.` },
});

export const status: PageWords['status'] = {
  toSign: 'Espera su firma',
  every: {
    prepared: { title: 'Léalo antes de firmar', lead: '' },
    over: { title: 'Léalo antes de firmar', lead: OVER },
    expired: { title: 'Léalo antes de firmar', lead: EXPIRED },
    displaced: {
      title: 'Otra transacción se adelantó',
      lead: `El libro mayor aceptó en su lugar otra transacción de esta cuenta, y ya no puede aceptar esta. ${AGAIN_BELOW}`,
    },
    'to-confirm': {
      title: 'Deténgase y lea esto primero',
      lead: 'Puede no ser lo que usted quiere. No se muestra nada para firmar hasta que usted lo confirme. Entonces su navegador compara la transacción.',
    },
    sending: {
      title: 'Enviándose',
      lead: 'Entregada: Countersign tiene su firma y la está enviando al libro mayor. Puede salir de esta página.',
    },
    settled: { title: 'Listo', lead: 'El libro mayor aceptó la transacción que usted firmó.' },
    taken: {
      title: 'No deposite fondos aquí',
      lead: 'En la dirección de este depósito en garantía hay un contrato que no es el que se pidió. No le pague nada ni firme nada más para él.',
    },
    rejected: { title: 'No se completó', lead: `No se creó nada. ${AGAIN_BELOW}` },
    accepted: {
      title: 'El servicio dice que se completó',
      lead: `${NOT_YET}, así que no deposite fondos. ${LOOK_IT_UP}`,
    },
    unknown: {
      title: 'Enviada, resultado aún desconocido',
      lead: `La transacción que usted firmó pudo llegar o no al libro mayor. ${UNTIL_YOU_KNOW} otra para este depósito en garantía.`,
    },
    superseded: {
      title: 'Reemplazada por una versión más reciente',
      lead: 'No firme esta: su firma se rechaza. Lea la versión más reciente. Si no sabe quién la cambió, no firme ninguna de las dos.',
    },
    declined: {
      title: 'Rechazada',
      lead: 'Alguien dijo aquí que esto no es lo que quiere. Ya no se ofrece y su firma se rechaza. Se avisa a quien la pidió.',
    },
    discarded: { title: 'Descartada', lead: 'Ya no se ofrece y su firma se rechaza. No se envió nada.' },
  },
  of: {
    deploy: {
      settled: { title: 'El depósito en garantía está creado' },
    },
    fund: {
      settled: {
        title: 'El pago llegó',
        lead: DONE,
      },
      rejected: { lead: `No se pagó nada. ${AGAIN_BELOW}` },
      accepted: { lead: `${NOT_YET}, así que no pague otra vez. ${LOOK_IT_UP}` },
      unknown: { lead: `El pago que usted firmó pudo llegar o no al libro mayor. ${UNTIL_YOU_KNOW} otro.` },
    },
    trust: {
      settled: {
        title: 'Se agregó la línea de confianza',
        lead: 'Su cuenta ya puede tener el token. Puede cerrar esta página.',
      },
      rejected: { lead: `No se agregó ninguna línea de confianza. ${AGAIN_BELOW}` },
      accepted: { lead: `${NOT_YET}. ${LOOK_IT_UP}` },
      unknown: { lead: `La transacción que usted firmó pudo llegar o no al libro mayor. ${UNTIL_YOU_KNOW} otra.` },
    },
    'change-status': step('Se informó el avance'),
    approve: step('El hito está aprobado'),
    release: step('El dinero está pagado'),
    dispute: step('La disputa está abierta'),
    resolve: step('La disputa está decidida'),
    withdraw: step('Se retiró lo que quedaba'),
    update: step('Las condiciones cambiaron'),
    extend: step('El depósito en garantía sigue vigente'),
  },
  mismatch: {
    title: 'No firme esto',
    lead: 'Su navegador leyó la transacción y no es lo que se pidió. No se puede firmar aquí.',
    tell: 'Avise al operador del servicio de depósito en garantía.',
  },
  askedFor: 'se pidió',
  found: 'se encontró',
  foundOnLedger: 'se encontró en el libro mayor',
  onLedgerNow: 'ahora en el libro mayor',
  inNewer: 'en la versión más reciente',
  inThis: 'en esta',
  now: 'ahora',
  before: 'antes',
  different: 'Qué cambia:',
  newer:
    'Se preparó una versión más reciente. Solo se puede firmar una de las dos. Léala antes de decidir. Qué cambia:',
  openNewer: 'Abrir la versión más reciente',
  handleOfNewer: 'Identificador de la versión más reciente',
  wentFirst: 'Se adelantó',
  failed: 'falló',
  elsewhere: 'Una transacción que no preparó aquí la persona que pidió esta.',
  earlierVersion: {
    title: 'Se firmó la versión anterior',
    lead: 'Una versión anterior de este depósito en garantía ya existe en el libro mayor, que por eso ya no puede aceptar esta versión.',
    next: 'Eso no se puede deshacer. Donde pidió esto, pida que se cambien sus condiciones, o un segundo depósito con otro identificador de acuerdo.',
  },
  replaces:
    'Esta es una nueva versión de otra anterior. En cuanto se pueda firmar, la anterior ya no se podrá firmar. Qué cambia:',
  against: 'Por qué conviene detenerse:',
  confirmed: 'Usted confirmó esto. Sigue siendo así:',
  verified: 'Esto es lo que se pidió. Compruebe que es lo que usted quiere.',
  how: 'Leído y comparado con la solicitud en su navegador.',
  partly: 'Leído en su navegador: nada contradice la solicitud, pero no todo se pudo verificar.',
  tellOperator: 'Avise a la persona que administra Countersign.',
  address: 'Dirección',
  escrowAddress: 'Dirección del depósito en garantía',
  copyAddress: 'Copiar la dirección',
  hash: 'Hash de la transacción',
  reason: (said) => `El motivo: ${said}`,
  serviceSaid: (said) => `El servicio dijo: ${said}`,
  ledgerSays: (host) =>
    host === undefined ? 'Lo dice el libro mayor.' : `Lo dice el libro mayor, consultado en ${host}.`,
  serviceSays: 'Solo lo dice el servicio de depósito en garantía.',
  recordsSay: 'Lo dicen los registros de Countersign.',
  changedSince: 'Después se cambió en el libro mayor. Lea esto antes de pagarle nada:',
  changedNow:
    'Sus condiciones se cambiaron en el libro mayor después de la firma. Esta página las muestra como están ahora. Lea qué cambió antes de pagarle nada:',
  whenSigned: 'al firmar',
  nothingMore: 'No queda nada por hacer.',
  you: 'usted',
  demo: (account) => `cuenta de prueba “${account}”`,
  unknownNext:
    'Qué sigue: esta página sigue pendiente. “Preguntar otra vez” envía de nuevo la misma transacción firmada, que no puede crear un segundo depósito en garantía, y muestra la respuesta del libro mayor.',
  askAgain: 'Preguntar otra vez',
  asking: 'Preguntando…',
  stillUnknown: 'Sigue sin saberse',
  neverSettled: 'La busqué: nunca se completó',
  onlyOwnerSays:
    'Si nunca queda registrada, solo la persona que la pidió puede decirlo y hacer que se prepare de nuevo: no en esta página, que otros también pueden abrir.',
  sayAfter: (time) => `Podrá decirlo después de las ${time}, cuando el libro mayor ya no pueda aceptarla.`,
  lookFirst:
    'Busque primero el hash de la transacción, más abajo, en un explorador de esta red. Si no está, el libro mayor ya no puede aceptarla y el depósito en garantía se puede preparar de nuevo.',
  declareFailed: 'No está: que se prepare de nuevo',
};
