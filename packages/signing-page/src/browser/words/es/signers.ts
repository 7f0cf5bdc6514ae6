import type { PageWords } from '../en.ts';

export const signers: PageWords['signers'] = {
  title: 'Esta cuenta necesita varias firmas',
  anyOne: 'Puede firmar cualquiera de estas personas.',
  people: (needed, of, have) =>
    `Deben firmar ${needed} de estas ${of}. ${have === 0 ? 'Nadie ha firmado todavía.' : have === 1 ? 'Ha firmado 1.' : `Han firmado ${have}.`}`,
  weights: (needed, have) => `Sus firmas deben sumar un peso de ${needed}. Hasta ahora suman ${have}.`,
  hasSigned: 'Ya firmó',
  canSign: 'Aún puede firmar',
  signsAgain: 'Firmó antes y debe firmar de nuevo',
  weight: (weight) => `peso ${weight}`,
  renewed: 'La transacción que se firmó antes no se envió a tiempo. Todos deben firmar esta nueva.',
  first: 'Una de ellas firma aquí, como se eligió arriba. Luego las demás abren el mismo enlace y también firman.',
  others: 'Envíe este enlace a las demás. O cambie de cuenta en su billetera y firme otra vez aquí.',
  until: (time, left) => `Todas deben firmar antes de las ${time}; quedan ${left}.`,
  over: 'El plazo de esta transacción terminó. Todos deben firmar una nueva.',
  copyLink: 'Copiar el enlace',
};
