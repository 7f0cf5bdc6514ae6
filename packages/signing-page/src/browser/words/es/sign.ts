/** Lo que dice solo la página de firma. */
import type { deal as english } from '../en/sign.ts';
import type { PageWords } from '../en.ts';

const roles = {
  approver: 'aprueba cada hito',
  serviceProvider: 'hace el trabajo',
  platformAddress: 'cobra la comisión de la plataforma',
  releaseSigner: 'libera el dinero',
  disputeResolver: 'decide una disputa, y adónde va entonces el dinero',
  receiver: 'recibe el pago',
};

/** Lo que se firma, como una persona lo lee primero. */
export const deal: typeof english = {
  tokens: 'tokens',
  milestone: (number) => `hito ${number}`,
  headline: {
    nothingNow: (unit) => `Ahora: 0 ${unit}`,
    now: (later, unit) => `Ahora: 0 ${unit}. Se paga después: ${later}`,
    change: (what, before, after) => `${what}: ${before} → ${after}`,
    andMore: (count) => `y ${count} más`,
    all: 'depósito en garantía',
  },
  youDo: (what) => `Usted va a ${what}`,
  you: 'usted',
  below: 'dirección más abajo',
  thisOne: 'esta dirección',
  whoever: (does: string) => `quien ${does}`,
  stranger: 'Alguien sin función en este depósito',
  noRole: 'no tiene función en este depósito',
  platformFee: 'Plataforma, su comisión',
  service: 'cobra la comisión del servicio',
  pays: 'paga',
  youPay: 'paga',
  mayHold: (code) => `podrá tener ${code}`,
  roles,
  yourRoles: roles,
  someone: {
    approver: 'quien aprueba',
    serviceProvider: 'quien hace el trabajo',
    platformAddress: 'la plataforma',
    releaseSigner: 'quien libera el dinero',
    disputeResolver: 'el árbitro',
    receiver: 'quien cobra',
  },
  receivers: (count) => `${count} personas`,
  youName: 'Usted',
  demo: (name) => `cuenta de prueba “${name}”`,
  firstTime: 'se usa por primera vez',
  lookTwice: 'Mire dos veces:',
  checkTexts: 'Revise bien estos textos:',
  people: 'Quién hace qué',
  payees: {
    title: 'Todavía no se le puede pagar a alguien',
    own: 'Agregar la línea de confianza a su cuenta',
    prepare: (name) => `Preparar la línea de confianza${name === undefined ? '' : ` para ${name}`}`,
    send: (name) =>
      `La línea de confianza está preparada. Solo ${name ?? 'el dueño de esa cuenta'} puede firmarla. Envíele esta página:`,
    copy: 'Copiar el enlace',
  },
  money: {
    title: 'Hitos y dinero',
    milestone: 'Hito',
    youPay: 'Usted paga',
    paidIn: 'Se paga',
    platform: (percent) => `Plataforma (${percent}\u00a0%)`,
    service: 'Servicio',
    receiver: 'Recibe quien cobra',
    gets: (whom) => `Recibe ${whom}`,
    to: (whom) => `para ${whom}`,
    total: 'Total',
  },
  changes: {
    hint: 'Como estaba el depósito en la red cuando se preparó esto, y después de este paso.',
    now: 'Ahora',
    after: 'Después',
    none: 'Nada de las condiciones, el estado o el dinero del depósito.',
  },
  pay: {
    none: (held) => `Ninguno. El depósito tiene ${held}, antes y después.`,
    hint: 'Sale del depósito.',
    exact: 'Sale del depósito, hasta la última unidad.',
    about: (amount) => `unos ${amount}`,
    to: 'Para',
    amount: 'Monto',
    unknown: 'Una cuenta que aquí no se conoce',
    all: 'Pagado en total, con comisiones',
    left: 'Queda en el depósito',
  },
  report: 'Lo que se informó',
  nothingMore: 'No queda nada por hacer.',
  terms: 'Para qué es',
  engagement: 'Acuerdo',
  receiverMemo: 'Memo para quien cobra',
  token: 'Token',
  unknownToken: 'Un token que aquí no se conoce',
  issuer: 'Emitido por',
  escrow: 'Depósito en garantía',
  details: 'Detalles técnicos',
  payOnceSettled: 'Páguele solo cuando esté confirmado.',
  mustShow: 'Su billetera debe mostrar este hash.',
  signer: 'Firmante',
  network: 'Red',
  passphrase: 'Frase de la red',
  atMost: (fee) => `como máximo ${fee}, que paga quien firma`,
  memo: 'Memo',
  none: 'ninguno',
  sequence: 'Número de secuencia',
  xdr: 'Transacción sin firmar (XDR)',
  isNew: 'nuevo',
};

const AGAIN =
  'Se prepara de nuevo cuando usted firme, a partir de la misma solicitud, y se compara otra vez. Si cambia algo más que su hash y su hora, usted lo verá antes.';
const OVER = `El tiempo de esta transacción terminó. ${AGAIN}`;
const EXPIRED = `El libro mayor no aceptó esta transacción y su tiempo terminó. ${AGAIN}`;
const LOOK_IT_UP =
  'Esta página sigue pendiente. Si aquí no cambia nada, busque el hash de la transacción en un explorador de esta red.';
const NOT_YET = 'El libro mayor todavía no la muestra';
const AGAIN_BELOW = 'Puede prepararla de nuevo aquí, a partir de la misma solicitud, y firmar esa.';

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
    taken: {
      title: 'No deposite fondos aquí',
      lead: 'En la dirección de este depósito en garantía hay un contrato que no es el que se pidió. No le pague nada ni firme nada más para él.',
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
  settled: (own: string | undefined, goesOn: boolean) =>
    own ?? `El libro mayor aceptó la transacción que usted firmó.${goesOn ? '' : ' Puede cerrar esta página.'}`,
  outcomes: {
    rejected: { title: 'No se completó', lead: (own = 'No cambió nada.') => `${own} ${AGAIN_BELOW}` },
    accepted: {
      title: 'El servicio dice que se completó',
      lead: (own = ', así que no la repita') => `${NOT_YET}${own}. ${LOOK_IT_UP}`,
    },
    unknown: {
      title: 'Enviada, resultado aún desconocido',
      lead: (own = 'Lo que usted firmó pudo llegar o no al libro mayor. Hasta que lo sepa, no firme otra vez.') => own,
    },
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
  requestOfNewer: 'Identificador de la versión más reciente',
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
  confirmed: 'Esto se confirmó. Sigue siendo así:',
  verified: 'Esto es lo que se pidió. Compruebe que es lo que usted quiere.',
  notAgreed:
    'Leída y comparada en su navegador: coincide con la solicitud, pero las condiciones del depósito en garantía cambiaron. Compárelas con las que usted aceptó.',
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
};

export const signers: PageWords['signers'] = {
  title: 'Esta cuenta necesita varias firmas',
  anyOne: 'Puede firmar cualquiera de estas personas.',
  people: (needed, of, have) =>
    `Deben firmar ${needed} de estas ${of}. ${have === 0 ? 'Nadie ha firmado todavía.' : have === 1 ? 'Ha firmado 1.' : `Han firmado ${have}.`}`,
  weights: (needed, have) => `Sus firmas deben sumar un peso de ${needed}. Hasta ahora suman ${have}.`,
  hasSigned: 'Ya firmó',
  canSign: 'Aún puede firmar',
  signsAgain: 'Firmó antes y debe firmar de nuevo',
  weight: (weight) => `peso ${weight}`,
  renewed: 'La transacción que se firmó antes no se envió a tiempo. Todos deben firmar esta nueva.',
  first: 'Una de ellas firma aquí, como se eligió arriba. Luego las demás abren el mismo enlace y también firman.',
  others: 'Envíe este enlace a las demás. O cambie de cuenta en su billetera y firme otra vez aquí.',
  until: (time, left) => `Todas deben firmar antes de las ${time}; quedan ${left}.`,
  over: 'El plazo de esta transacción terminó. Todos deben firmar una nueva.',
  copyLink: 'Copiar el enlace',
};
