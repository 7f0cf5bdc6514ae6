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
    noDevice: (wallet) => ({
      message: `No hay ningún ${wallet} conectado a esta página.`,
      remedy:
        'No se envió nada. Conéctelo con el cable, desbloquéelo, abra su aplicación Stellar, cierre los demás programas que lo usen, pulse de nuevo el botón y elíjalo.',
    }),
    noApp: (wallet) => ({
      message: `La aplicación Stellar no está abierta en el ${wallet}.`,
      remedy: 'No se envió nada. Abra la aplicación Stellar en el dispositivo y vuelva a intentarlo.',
    }),
    noAccount: (wallet) => ({
      message: `La cuenta del firmante no está entre las cinco primeras de este ${wallet}.`,
      remedy: 'No se envió nada. Conecte el dispositivo que la tiene o firme en otra billetera más abajo.',
    }),
    hashSigning: (wallet) => ({
      message: `El ${wallet} no puede mostrar entera esta transacción, y la firma de hashes está desactivada.`,
      remedy:
        'No se envió nada. Active la firma de hashes en los ajustes de su aplicación Stellar, vuelva a intentarlo y compare el hash del dispositivo con el de esta página.',
    }),
    other: (wallet) => ({
      message: `${wallet} no firmó.`,
      remedy: 'No se envió nada. Elija en la billetera la cuenta del firmante y esta red, y vuelva a intentarlo.',
    }),
  },
  said: (words) => `Respondió: ${words}`,
  selected: (address) => `Es ${address}.`,
  signedWithAnother: (wallet, address) => `${wallet} firmó con otra cuenta, ${address}.`,
  notLoaded: {
    message: 'No se pudo cargar la parte de esta página que hace falta para esto.',
    remedy: 'Compruebe su conexión, vuelva a cargar la página y vuelva a intentarlo.',
  },
  elsewhere: {
    title: 'Firmar en otra billetera',
    take: 'Lleve la transacción sin firmar a su billetera.',
    download: (file) => `Descargar ${file}`,
    copy: 'Copiar la transacción',
    openInApp: 'Abrir en una aplicación de billetera de este dispositivo',
    openInAppHint: 'Si no ocurre nada, ninguna aplicación de este dispositivo abre esos enlaces.',
    message: (hash) => `De Countersign. Hash de la transacción: ${hash}`,
    laboratory: 'Firmar en Stellar Lab: sale de esta página y entrega la transacción a lab.stellar.org',
    albedo: 'Firmar en el sitio de Albedo: sale de esta página y entrega la transacción a albedo.link',
    sign: 'Fírmela allí, como el firmante de arriba, para esta red:',
    paste: 'Pegue aquí la transacción firmada.',
    noSecret: 'Nunca pegue una clave secreta: aquí no hace falta ninguna.',
    submit: 'Enviar la transacción firmada',
  },
  phone: {
    title: 'Firmar en el teléfono',
    scan: 'Escanee este código con su teléfono: allí se abre esta página.',
    code: (address) => `Código QR de la dirección de esta página: ${address}`,
    notReached:
      'Un teléfono no puede abrir esta página: solo la alcanza esta computadora. Descargue o copie la transacción.',
  },
};
