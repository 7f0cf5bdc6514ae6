import type { StepWords } from '../words.ts';

export const changeStatus: StepWords = {
  title: 'Informar el avance',
  label: 'Informar',
  verb: 'informar el avance',
  preposition: 'de',
  turn: 'informa el avance',
  does: 'informar el avance de',
  function: 'quien hace el trabajo informe el avance de un hito',
  transaction: 'un informe de avance',
  limits: ({ roles }) => [
    `No paga a nadie: quien aprueba (${roles.approver}) aprueba, y después paga quien libera los fondos.`,
  ],
  headline: ({ what }) => `Informar del avance del ${what}`,
  settled: 'Se informó el avance',
  did: (milestone) => `Se avisó del avance del hito ${milestone}. No se movió dinero.`,
  life: {
    does: 'avisa cuando el trabajo está terminado',
    youDo: 'avise cuando termine el trabajo',
    ask: 'por favor, avise cuando termine el trabajo',
    button: (milestone = 1) => `Avisar que el hito ${milestone} está terminado`,
  },
};
