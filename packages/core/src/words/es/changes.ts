/** What happened to an escrow, in Spanish. */
import { quoted } from '../../text/text.ts';
import type { EscrowChange } from '../changes.ts';

/** Status and evidence in it are a stranger's words, cleaned and cut where the change was made. */
export function changeText(change: EscrowChange): string {
  const { kind, milestone, amount, token, to, after, evidence } = change;
  const of = milestone === undefined ? 'el depósito en garantía' : `el hito ${milestone}`;
  const subject = `E${of.slice(1)}`;
  const money = amount === undefined ? undefined : `${amount} ${token}`;
  switch (kind) {
    case 'deployed':
      return 'El depósito en garantía ya existe en la red.';
    case 'restored':
      return 'Se restauraron sus datos en la red.';
    case 'updated':
      return 'Cambiaron sus condiciones.';
    case 'funded':
      return `Llegó dinero: ${money}.`;
    case 'status': {
      const reported = after ? `D${of} se informó: ${quoted(after)}.` : `${subject} tiene una nueva evidencia.`;
      return evidence ? `${reported} Evidencia: ${quoted(evidence)}.` : reported;
    }
    case 'approved':
      return `${subject} fue aprobado.`;
    case 'disputed':
      return `${subject} está en disputa.`;
    case 'released':
      return `${subject} fue pagado.${money === undefined ? '' : ` Pago: ${money}${to === undefined ? '' : ` a ${to}`}.`}`;
    case 'resolved':
      return `Se decidió la disputa sobre ${of}.${money === undefined ? '' : ` Pago: ${money}, con comisiones.`}`;
    case 'withdrawn':
      return `Retiro: ${money}.`;
    case 'archived':
      return 'La red archivó sus datos. No se perdió nada.';
  }
}
