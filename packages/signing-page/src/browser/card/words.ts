/** The words of the card in a host, in addition to those of core. Both languages are in the card: it fetches nothing. */
import {
  actions,
  type Language,
  LIFE_WORDS,
  languageOf,
  NETWORK_WORDS,
  PARTY_WORDS,
  payoutLine,
  ROLE_WORDS,
  STATE_WORDS,
  summaryWords,
  type Words,
} from '@countersign/core/words';
import {
  actions as actionsEs,
  LIFE_WORDS as lifeEs,
  NETWORK_WORDS as networksEs,
  PARTY_WORDS as partiesEs,
  payoutLine as payoutEs,
  ROLE_WORDS as rolesEs,
  STATE_WORDS as statesEs,
  summaryWords as summaryEs,
} from '@countersign/core/words/es';

const en = {
  you: (does: string) => `You ${does}`,
  waiting: 'Waiting for the result…',
  cancelled: 'The call was cancelled. Nothing was prepared.',
  refused: 'Countersign refused this',
  altered: 'This does not match; do not sign',
  alteredLead:
    'The transaction is not what was asked for, or the result was altered on its way here. So this card shows no terms and no link. Ask for it again, and tell whoever runs Countersign.',
  field: (name: string) => `Differs: ${name}`,
  read: 'This card read the transaction itself and compared it with the request. No assistant wrote any of it.',
  partly: 'Not everything could be verified',
  held: 'This card did not get the transaction, so these terms are as Countersign reports them. The signing page compares them with the transaction.',
  hidden: 'This card did not get the transaction, so it shows no terms. The signing page shows them.',
  missing:
    'This host did not pass on what this card needs to check the result, so it shows no terms. Ask your assistant to look it up again, or read them on the signing page.',
  stops: 'Read this first: only you can confirm it, on the signing page',
  warnings: 'Look twice',
  facts: 'Good to know',
  milestones: 'Milestones',
  paidTo: (who: string) => `paid to ${who}`,
  people: 'People',
  signs: 'Signs',
  pays: 'Pays',
  money: 'Money',
  gets: 'After fees to the receiver',
  platformGets: (percent: string) => `Platform fee, ${percent} %`,
  serviceGets: 'Fee of the service',
  networkFee: 'Network fee, at most',
  token: 'Token',
  issuer: 'Issuer',
  total: 'In all',
  amount: 'Amount',
  reserve: 'Held back of the account',
  memo: 'Receiver memo',
  reference: 'Reference',
  changes: 'What changes',
  paysOut: 'What it pays out',
  nowhere: 'the service’s account',
  left: 'Left in the escrow',
  doesNot: 'What it does not do',
  before: (text: string) => `before: ${text}`,
  after: (text: string) => `after: ${text}`,
  details: 'Technical details',
  escrow: 'Escrow',
  hash: 'Transaction',
  network: 'Network',
  sign: 'Read and sign',
  confirm: 'Read and confirm',
  open: 'Open the signing page',
  notOpened: 'This host did not open it. Copy this address into your browser:',
  notWanted: 'Not what I want',
  message: (id: string) =>
    `This is not what I want (id ${id}). Ask me what to change, and do not ask me to sign it as it is.`,
  sent: 'Your assistant was told. Nothing is signed unless you sign it.',
  ending: 'It was ended. It can no longer be signed.',
  failed: 'That did not work. Tell your assistant that this is not what you want.',
  refresh: 'Look again',
  onLedger: 'As Countersign reports it from the ledger. This card cannot check that.',
  byService: 'By the service’s word; the ledger does not confirm it.',
  holds: (held: string, needed: string) => `Holds ${held} of ${needed}`,
  by: 'by the ledger, as Countersign reports it',
};
export type CardWords = typeof en;

const es: CardWords = {
  you: (does) => `Usted va a ${does}`,
  waiting: 'Esperando el resultado…',
  cancelled: 'La llamada se canceló. No se preparó nada.',
  refused: 'Countersign rechazó esto',
  altered: 'Esto no coincide; no firme',
  alteredLead:
    'La transacción no es lo que se pidió, o alguien alteró el resultado en el camino. Por eso esta tarjeta no muestra condiciones ni enlace. Pídalo otra vez, y avise a quien administra Countersign.',
  field: (name) => `No coincide: ${name}`,
  read: 'Esta tarjeta leyó la transacción misma y la comparó con el pedido. Ningún asistente escribió nada de esto.',
  partly: 'No se pudo verificar todo',
  held: 'Esta tarjeta no recibió la transacción, así que estas condiciones son lo que informa Countersign. La página de firma las compara con la transacción.',
  hidden: 'Esta tarjeta no recibió la transacción, así que no muestra condiciones. La página de firma las muestra.',
  missing:
    'Este programa no entregó lo que esta tarjeta necesita para comprobar el resultado, así que no muestra condiciones. Pida a su asistente que lo consulte otra vez, o léalas en la página de firma.',
  stops: 'Lea esto primero: solo usted puede confirmarlo, en la página de firma',
  warnings: 'Mírelo dos veces',
  facts: 'Conviene saber',
  milestones: 'Hitos',
  paidTo: (who) => `se paga a ${who}`,
  people: 'Personas',
  signs: 'Firma',
  pays: 'Paga',
  money: 'Dinero',
  gets: 'Para quien cobra, sin las comisiones',
  platformGets: (percent) => `Comisión de la plataforma, ${percent} %`,
  serviceGets: 'Comisión del servicio',
  networkFee: 'Costo de red, como máximo',
  token: 'Token',
  issuer: 'Emisor',
  total: 'En total',
  amount: 'Monto',
  reserve: 'Retenido de la cuenta',
  memo: 'Memo de quien cobra',
  reference: 'Referencia',
  changes: 'Qué cambia',
  paysOut: 'Qué se paga',
  nowhere: 'la cuenta del servicio',
  left: 'Queda en el depósito',
  doesNot: 'Qué no hace',
  before: (text) => `antes: ${text}`,
  after: (text) => `después: ${text}`,
  details: 'Datos técnicos',
  escrow: 'Depósito en garantía',
  hash: 'Transacción',
  network: 'Red',
  sign: 'Leer y firmar',
  confirm: 'Leer y confirmar',
  open: 'Abrir la página de firma',
  notOpened: 'Este programa no la abrió. Copie esta dirección en su navegador:',
  notWanted: 'No es lo que quiero',
  message: (id) => `Esto no es lo que quiero (id ${id}). Pregúnteme qué cambiar, y no me pida que lo firme así.`,
  sent: 'Se avisó a su asistente. No se firma nada si usted no lo firma.',
  ending: 'Se dio por terminado. Ya no se puede firmar.',
  failed: 'No funcionó. Diga a su asistente que esto no es lo que quiere.',
  refresh: 'Mirar de nuevo',
  onLedger: 'Así lo informa Countersign, según el libro mayor. Esta tarjeta no puede comprobarlo.',
  byService: 'Lo dice el servicio; el libro mayor no lo confirma.',
  holds: (held, needed) => `Tiene ${held} de ${needed}`,
  by: 'según el libro mayor, como informa Countersign',
};

export type Speech = {
  readonly language: Language;
  readonly own: CardWords;
  readonly core: Pick<
    Words,
    | 'actions'
    | 'LIFE_WORDS'
    | 'NETWORK_WORDS'
    | 'PARTY_WORDS'
    | 'payoutLine'
    | 'ROLE_WORDS'
    | 'STATE_WORDS'
    | 'summaryWords'
  >;
};

const LANGUAGES: Readonly<Record<Language, Omit<Speech, 'language'>>> = {
  en: {
    own: en,
    core: { actions, LIFE_WORDS, NETWORK_WORDS, PARTY_WORDS, payoutLine, ROLE_WORDS, STATE_WORDS, summaryWords },
  },
  es: {
    own: es,
    core: {
      actions: actionsEs,
      LIFE_WORDS: lifeEs,
      NETWORK_WORDS: networksEs,
      PARTY_WORDS: partiesEs,
      payoutLine: payoutEs,
      ROLE_WORDS: rolesEs,
      STATE_WORDS: statesEs,
      summaryWords: summaryEs,
    },
  },
};

/** @param locale of the host, such as `es-MX` */
export function speechFor(locale: string | undefined): Speech {
  const language = languageOf(locale);
  return { language, ...LANGUAGES[language] };
}
