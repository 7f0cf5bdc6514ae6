/** Why a transaction is only partly verified, in Spanish. */
import type { Reason } from '../reasons.ts';
import { kindWords } from './kinds.ts';

const VERIFY = 'verifique con el dueño del servicio que sea correcta antes de fijarla.';

export function reasonText({ code, params }: Reason): string {
  switch (code) {
    case 'FACTORY_NOT_PINNED':
      return `La fábrica ${params.factory} no está fijada; ${VERIFY}`;
    case 'FEE_ADDRESS_NOT_PINNED':
      return `La parte del servicio va a ${params.address}, una dirección que no está fijada; ${VERIFY}`;
    case 'CODE_NOT_PINNED':
      return `El código del contrato, ${params.code}, no está fijado; verifique con el dueño del servicio que sea correcto antes de fijarlo.`;
    case 'OTHER_KIND':
      return `No es el tipo de depósito en garantía que crea el servicio: ${kindWords(params)}.`;
    case 'TOKEN_NOT_ASKED':
      return `Los decimales del token ${params.token} son los del pedido${params.stored ? ';' : ': este tipo de depósito no guarda los decimales del token, y'} no se consultó al token mismo.`;
    case 'ONE_AMOUNT_FOR_ALL':
      return 'Tiene un solo monto para todos los hitos, que se paga de una vez: cuánto vale cada hito no consta en la red.';
    case 'ADDRESS_IN_DOUBT':
      return `Su dirección se calcula a partir de la fábrica; una versión intermedia la calculaba a partir de quien firma, y con ella estaría en ${params.elsewhere}. Mire el resultado antes de poner fondos.`;
    case 'KEPT_AS_TEXT':
      return 'Se preparó con una versión anterior, que guardaba sus motivos solo como texto.';
  }
}
