import type { StepWords } from '../words.ts';

export const extend: StepWords = {
  title: 'Mantener el depósito',
  verb: 'prolongar su vigencia',
  turn: 'mantiene el depósito en la red',
  does: 'mantener más tiempo en la red',
  function: 'la plataforma conserve los datos del contrato en la red',
  transaction: 'una extensión',
  limits: () => ['No mueve dinero ni cambia las condiciones. La comisión de la red paga el tiempo.'],
  headline: () => 'Conservar el depósito en el libro mayor por más tiempo',
  settled: 'El depósito en garantía sigue vigente',
  did: () => 'Se prolongó la vida del depósito en la red. No se movió dinero.',
};
