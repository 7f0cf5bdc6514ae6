import type { OpeningWords } from '../words.ts';
import type { deploy as english } from './en.ts';

export const deploy: typeof english = {
  transaction: 'un depósito en garantía nuevo',
  verb: 'crear el depósito',
  settled: 'El depósito en garantía está creado',
  outcomes: {
    settled: 'El libro mayor aceptó la transacción que usted firmó.',
    rejected: 'No se creó nada.',
    accepted: ', así que no deposite fondos',
    unknown:
      'La transacción que usted firmó pudo llegar o no al libro mayor. Hasta que lo sepa, no firme otra para este depósito en garantía.',
  },
  did: () => 'Se creó el depósito en garantía. No se movió dinero.',
  headline: (amount, title) => `${amount} por ${title}`,
  sentences: {
    setUp: (who, total, amount, whom) => {
      const does = who === '' ? 'Se crea' : `${who} crea`;
      return `${does} un depósito en garantía de ${total}. De eso, ${amount} son para ${whom},`;
    },
    when: (steps, approver, releaser) => {
      const by =
        approver === releaser ? `lo apruebe y libere ${approver}` : `lo apruebe ${approver} y lo libere ${releaser}`;
      return steps === 1 ? `de una vez, cuando todo ${by}.` : `en ${steps} pasos, cada uno cuando ${by}.`;
    },
    fees: (platform, service) => `La plataforma cobra ${platform}; el servicio, ${service}.`,
    movesNothing: (none, later) => `Ahora: ${none}. Se paga después, en una transacción propia: ${later}.`,
    noDeadline: (resolver) => `No hay plazo: si la otra parte no responde, solo ${resolver} puede mover el dinero.`,
  },
};

export const afterwards: OpeningWords = {
  next: () => 'Ponga los fondos en el depósito en garantía.',
  already: (escrow, hash) => ({
    message: `Este depósito en garantía ya quedó registrado, en ${escrow} (transacción ${hash}).`,
  }),
};
