/** Las palabras sobre billeteras, en español. */
import type { PageWords } from '../en.ts';

export const ways: PageWords['ways'] = {
  refusals: {
    absent: (wallet, site) => ({
      message: `${wallet} no responde en este navegador.`,
      remedy: `Instálela o desbloquéela (${site}), vuelva a cargar esta página o firme en otra billetera más abajo.`,
    }),
    locked: (wallet) => ({
      message: `${wallet} está bloqueada o aún no tiene ninguna cuenta.`,
      remedy: `No se envió nada. Desbloquee ${wallet} y vuelva a intentarlo.`,
    }),
    declined: (wallet) => ({
      message: `${wallet} no firmó: la solicitud se rechazó allí.`,
      remedy: 'No se envió nada. Pulse de nuevo el botón cuando quiera firmar.',
    }),
    network: (wallet) => ({
      message: `${wallet} está en otra red.`,
      remedy: 'No se envió nada. Elija esta red en la billetera y vuelva a intentarlo.',
    }),
    account: (wallet) => ({
      message: `${wallet} tiene seleccionada otra cuenta.`,
      remedy: 'No se envió nada. Elija en la billetera la cuenta del firmante y vuelva a intentarlo.',
    }),
    silent: (wallet) => ({
      message: `${wallet} no respondió a tiempo.`,
      remedy: 'No se envió nada. Abra la billetera y vuelva a intentarlo, o firme en otra billetera más abajo.',
    }),
    blocked: (wallet) => ({
      message: `El navegador bloqueó la ventana de ${wallet}.`,
      remedy: 'No se envió nada. Permita las ventanas emergentes de esta página y pulse de nuevo el botón.',
    }),
    closed: (wallet) => ({
      message: `La ventana de ${wallet} se cerró antes de firmar.`,
      remedy: 'No se envió nada. Pulse de nuevo el botón cuando quiera firmar.',
    }),
    unable: (wallet) => ({
      message: `${wallet} no firmó: se rechazó allí, o no tiene la cuenta del firmante en esta red.`,
      remedy: 'No se envió nada. Añada a la billetera la cuenta del firmante y esta red, y vuelva a intentarlo.',
    }),
    other: (wallet) => ({
      message: `${wallet} no firmó.`,
      remedy: 'No se envió nada. Elija en la billetera la cuenta del firmante y esta red, y vuelva a intentarlo.',
    }),
  },
  said: (words) => `Respondió: «${words}»`,
  selected: (address) => `Es ${address}.`,
  signedWithAnother: (wallet, address) => `${wallet} firmó con otra cuenta, ${address}.`,
  notLoaded: {
    message: 'No se pudo cargar la parte de esta página que necesita esta billetera.',
    remedy: 'Compruebe su conexión, vuelva a cargar la página y vuelva a intentarlo.',
  },
};
