/** Lo que una persona lee de una dirección que se parece a una que conoce. */
import type { LookAlikeWords } from '../look-alike.ts';

export const LOOK_ALIKE: LookAlikeWords = {
  lead: 'Esta dirección es nueva y se parece a una que usted conoce, pero no es esa.',
  address: 'Nueva',
  known: 'Conocida',
  equal: (start, end) => {
    const parts = [...(start > 0 ? [`los ${start} primeros`] : []), ...(end > 0 ? [`los ${end} últimos`] : [])];
    const which = parts.join(' y ');
    return `${which.charAt(0).toUpperCase()}${which.slice(1)} caracteres son iguales; la parte marcada es distinta.`;
  },
  ask: 'Puede estar hecha para confundirse con la otra. Antes de firmar, pregunte a su dueño por otro medio.',
  type: (count) => `Para confirmar, escriba los primeros ${count} caracteres marcados de la dirección nueva`,
  notThese: 'Estos no son esos caracteres de la dirección nueva. No se cambió nada.',
};
