/** Lo que se firma, como una persona lo lee primero. */
import type { deal as english } from '../en/deal.ts';

const roles = {
  approver: 'aprueba cada hito',
  serviceProvider: 'hace el trabajo',
  platformAddress: 'cobra la comisión de la plataforma',
  releaseSigner: 'libera el dinero',
  disputeResolver: 'decide una disputa, y adónde va entonces el dinero',
  receiver: 'recibe el pago',
};

export const deal: typeof english = {
  tokens: 'tokens',
  milestone: (number) => `hito ${number}`,
  headline: {
    deploy: (amount, title) => `${amount} por ${title}`,
    fund: (amount, title) =>
      title === undefined ? `Pagar ${amount} a un depósito en garantía` : `Pagar ${amount} por ${title}`,
    trust: (code) => `Permitir que su cuenta tenga ${code}`,
    nothingNow: (unit) => `Ahora: 0 ${unit}`,
    now: (later, unit) => `Ahora: 0 ${unit}. Se paga después: ${later}`,
    change: (what, before, after) => `${what}: ${before} → ${after}`,
    andMore: (count) => `y ${count} más`,
    approve: (milestone, amount) =>
      amount === undefined ? `Aprobar el ${milestone}` : `Aprobar el ${milestone}: se podrán pagar ${amount}`,
    report: (milestone) => `Informar del avance del ${milestone}`,
    dispute: (what, who) => `Disputa sobre el ${what}: ${who} decide quién recibe el dinero`,
    extend: 'Conservar el depósito en el libro mayor por más tiempo',
    all: 'depósito en garantía',
    pay: (whom, amount) => (whom === 'usted' ? `Pagarse ${amount}` : `Pagar ${amount} a ${whom}`),
    gets: (whom, amount) => `${whom} recibe ${amount}`,
    decided: (amounts) => `usted decidió ${amounts}, menos comisiones`,
  },
  sentences: {
    deploy: (total, amount, whom) =>
      `Usted crea un depósito en garantía de ${total}. De eso, ${amount} son para ${whom},`,
    when: (steps, approver, releaser) => {
      const by =
        approver === releaser ? `lo apruebe y libere ${approver}` : `lo apruebe ${approver} y lo libere ${releaser}`;
      return steps === 1 ? `de una vez, cuando todo ${by}.` : `en ${steps} pasos, cada uno cuando ${by}.`;
    },
    fees: (platform, service) => `La plataforma cobra ${platform}; el servicio, ${service}.`,
    movesNothing: (none, later) => `Ahora: ${none}. Se paga después, en una transacción propia: ${later}.`,
    noDeadline: (resolver) => `No hay plazo: si la otra parte no responde, solo ${resolver} puede mover el dinero.`,
    pay: (amount, title) =>
      title === undefined
        ? `Usted paga ${amount} a un depósito en garantía.`
        : `Usted paga ${amount} al depósito en garantía “${title}”.`,
    ways: {
      escrow:
        'Su contrato acepta el pago solo si sus condiciones siguen siendo las mismas, y lo guarda hasta que se libere.',
      transfer: 'Es una transferencia simple del token, que el contrato del depósito no comprueba.',
    },
    payNow: (amount) => `Usted paga ${amount} ahora.`,
    gets: (whom, amount, count) => `${whom} ${count > 1 ? 'reciben' : 'recibe'} hasta ${amount},`,
    steps: (steps, approver, releaser) => {
      const after = approver === releaser ? `${approver} apruebe y libere` : `${approver} apruebe y ${releaser} libere`;
      return steps === 1
        ? `después de que ${after} el pago.`
        : `en ${steps} pasos, cada uno después de que ${after} el pago.`;
    },
    allFees: (amount) => `Comisiones: ${amount}.`,
    final: (resolver) => `No se puede deshacer; si hay un desacuerdo, decide ${resolver}. No hay plazo.`,
    resolver: 'su árbitro',
    noWayBack: (resolver) =>
      `No hay plazo ni vuelta atrás: si la otra parte no responde, solo ${resolver} puede mover el dinero.`,
    heldBack: (reserve) =>
      `No mueve dinero. Mientras la cuenta pueda tener el token, quedan retenidos ${reserve} de la cuenta.`,
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
  youName: 'Usted',
  demo: (name) => `cuenta de prueba “${name}”`,
  firstTime: 'se usa por primera vez',
  lookTwice: 'Mire dos veces:',
  checkTexts: 'Revise bien estos textos:',
  people: 'Quién hace qué',
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
  atMost: (fee) => `como máximo ${fee}, que paga usted`,
  memo: 'Memo',
  none: 'ninguno',
  sequence: 'Número de secuencia',
  xdr: 'Transacción sin firmar (XDR)',
  isNew: 'nuevo',
};
