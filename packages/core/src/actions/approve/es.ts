import type { StepWords } from '../words.ts';

export const approve: StepWords = {
  title: 'Aprobar',
  label: 'Aprobar',
  verb: 'aprobar',
  turn: 'aprueba',
  does: 'aprobar',
  function: 'quien aprueba apruebe',
  transaction: 'una aprobación',
  limits: ({ roles }) => [
    `No paga a nadie: quien libera los fondos (${roles.releaseSigner}) paga, en una transacción propia.`,
    'No se puede deshacer.',
  ],
  headline: ({ what, amount }) =>
    amount === undefined ? `Aprobar el ${what}` : `Aprobar el ${what}: se podrán pagar ${amount}`,
  settled: 'El hito está aprobado',
  did: (milestone) => `Se aprobó el hito ${milestone}. No se movió dinero.`,
  life: {
    does: 'revisa el trabajo y lo aprueba',
    youDo: 'revise el trabajo y apruébelo si está bien',
    ask: 'por favor, revise el trabajo y apruébelo si está bien',
    button: (milestone = 1) => `Aprobar el hito ${milestone}`,
  },
};
