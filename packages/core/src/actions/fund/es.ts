import type { OpeningWords } from '../words.ts';
import type { fund as english } from './en.ts';

const paysText = (who: string) => (who === '' ? 'Se pagan' : `${who} paga`);

export const fund: typeof english = {
  transaction: 'un pago',
  verb: 'depositar el dinero',
  turn: 'pone los fondos',
  label: 'Depositar',
  settled: 'El pago llegó',
  outcomes: {
    rejected: 'No se pagó nada.',
    accepted: ', así que no pague otra vez',
    unknown: 'El pago que usted firmó pudo llegar o no al libro mayor. Hasta que lo sepa, no firme otro.',
  },
  did: (_, amount) => `Se pagó ${amount ?? 'dinero'} al depósito.`,
  life: {
    does: 'puede hacer este pago',
    youDo: 'haga este pago, o deje que lo haga otra persona',
    ask: 'por favor, haga el pago',
    button: () => 'Preparar el pago',
  },
  headline: (amount, title) =>
    title === undefined ? `Pagar ${amount} a un depósito en garantía` : `Pagar ${amount} por ${title}`,
  sentences: {
    pay: (who, amount, title) => {
      const into = title === undefined ? 'a un depósito en garantía' : `al depósito en garantía “${title}”`;
      return `${paysText(who)} ${amount} ${into}.`;
    },
    ways: {
      escrow:
        'Su contrato acepta el pago solo si sus condiciones siguen siendo las mismas, y lo guarda hasta que se libere.',
      transfer: 'Es una transferencia simple del token, que el contrato del depósito no comprueba.',
    },
    payNow: (who, amount) => `${paysText(who)} ${amount} ahora.`,
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
  },
};

export const afterwards: OpeningWords = {
  next: (escrow) => `El pago llegó ${escrow === undefined ? 'al depósito en garantía' : `a ${escrow}`}.`,
  already: (escrow, hash) => ({
    message: `Este pago a ${escrow} ya quedó registrado (transacción ${hash}).`,
    remedy: 'Consulte el saldo del depósito en garantía.',
  }),
};
