/** Limits of what may be prepared, in Spanish. */
import type { LimitBeyond } from '../../limits.ts';

export function limitText({ code, params }: LimitBeyond): string {
  switch (code) {
    case 'until':
      return `El permiso para preparar y enviar terminó el ${params.at}.`;
    case 'tokens':
      return `El token ${params.token} no está permitido aquí.`;
    case 'counterparties':
      return `La dirección ${params.address} no está permitida aquí.`;
    case 'maxAmount':
      return `El monto es ${params.amount}; aquí se permiten como máximo ${params.most} por vez.`;
    case 'maxPerDay':
      return `El monto es ${params.amount}, después de ${params.spent} hoy; aquí se permiten como máximo ${params.most} por día.`;
  }
}

export const LIMIT_OF_PERSON: string =
  'Este límite lo puso usted, y solo usted lo puede quitar. Un asistente no puede.';
export const LIMIT_OF_OPERATOR: string =
  'Este límite lo puso la persona que administra Countersign, y lo puede quitar. Un asistente no puede.';
