/**
 * The commands in Spanish. `escrow` itself keeps its name, by which every answer calls it. What is missing here does not
 * compile in `definitions.ts`.
 */
const escrow = { name: 'escrow', description: 'Su título, su dirección (C…) o el id de su tarjeta' } as const;
const signed = {
  file: { name: 'archivo', description: 'Archivo con el XDR firmado (base64)' },
  xdr: { name: 'xdr', description: 'El propio XDR firmado, si es bastante corto' },
} as const;

const followed = { escrow, channel: { name: 'canal', description: 'Dónde se cuenta; si no, aquí' } } as const;

export const COMMANDS_ES = {
  escrow: {
    name: 'escrow',
    description: 'Escrow por hitos en Stellar: se prepara aquí y lo firma su propia billetera',
    options: {
      deploy: {
        name: 'crear',
        description: 'Crear un escrow con formularios o con un archivo y ver lo que firmaría',
        options: {
          file: {
            name: 'archivo',
            description: 'La solicitud en YAML o JSON, como la da un borrador; sin ella se abren formularios',
          },
          from: { name: 'desde', description: 'Un escrow anterior que copiar: su título, su dirección (C…) o su id' },
          another: {
            name: 'otro',
            description: 'Un segundo escrow con los mismos términos que uno que existe. Se confirma en la tarjeta.',
          },
        },
      },
      fund: {
        name: 'financiar',
        description: 'Preparar un pago a un escrow y ver lo que firmaría',
        options: {
          escrow,
          amount: { name: 'importe', description: 'En el token, como 150; si no, lo que falta' },
          way: {
            name: 'forma',
            description: 'Cómo se paga; si no, por el contrato del escrow',
            choices: {
              escrow: 'Por el contrato del escrow, que rechaza términos cambiados',
              transfer: 'Una transferencia simple, que no comprueba nada',
            },
          },
        },
      },
      show: {
        name: 'ver',
        description: 'Ver cómo está un escrow y a quién le toca, y hacer lo suyo',
        options: { escrow },
      },
      list: {
        name: 'lista',
        description: 'Sus escrows en este servidor, los más nuevos primero',
        options: {
          status: {
            name: 'estado',
            description: 'Solo los que están así',
            choices: {
              open: 'Por firmar',
              sent: 'Enviado, aún sin resultado conocido',
              settled: 'Liquidado',
              ended: 'Terminado antes de liquidarse',
            },
          },
        },
      },
      forget: {
        name: 'olvidar',
        description: 'Quitar de los registros de aquí uno de sus escrows que ya terminó',
        options: { escrow },
      },
      follow: {
        name: 'seguir',
        description: 'Contar en un canal o hilo qué pasa con un escrow y a quién le toca',
        options: followed,
      },
      unfollow: {
        name: 'dejar-de-seguir',
        description: 'No contar nada más de un escrow en un canal o hilo',
        options: followed,
      },
      submit: {
        name: 'enviar',
        description: 'Enviar una vez lo que firmó su billetera',
        options: {
          ...signed,
          id: { name: 'id', description: 'Id de la tarjeta, o su título, para saber qué fue de ello' },
        },
      },
      balance: {
        name: 'saldo',
        description: 'Leer lo que contienen los escrows',
        options: {
          escrow: { name: 'escrow', description: 'Su título, o hasta 20 direcciones (C…) separadas por espacios' },
          all: { name: 'todos', description: 'Todos sus escrows en este servidor, con totales' },
        },
      },
      pending: {
        name: 'pendientes',
        description: 'Mostrar lo que preparó aquí y aún no se ha liquidado',
        options: {
          id: { name: 'id', description: 'Uno suyo por su título, o el id de uno que compartieron con usted' },
        },
      },
      share: {
        name: 'compartir',
        description: 'Dejar que otra persona de aquí vea uno de sus escrows, o que también lo firme',
        options: {
          id: { name: 'id', description: 'Su título, o el id de su tarjeta' },
          user: { name: 'persona', description: 'Quién puede hacerlo' },
          right: {
            name: 'permiso',
            description: 'Lo que puede hacer',
            choices: { read: 'Verlo', sign: 'Verlo, firmarlo, enviarlo y descartarlo' },
          },
        },
      },
      limits: {
        name: 'límites',
        description: 'Ver o fijar sus propios límites: más allá no se prepara nada para usted aquí',
        options: {
          'max-amount': {
            name: 'máximo-por-escrow',
            description: 'El total más alto de un escrow, como 150; “none” lo quita',
          },
          'max-per-day': {
            name: 'máximo-por-día',
            description: 'El total más alto de un día (UTC), de un token, como 150; “none” lo quita',
          },
        },
      },
      trustline: {
        name: 'trustline',
        description: 'Permitir que su propia cuenta tenga un token, para que se le pueda pagar',
        options: { token: { name: 'token', description: 'USDC, o el contrato del token (C…)' } },
      },
      wallet: {
        name: 'billetera',
        description: 'Guardar su propia dirección (G…), o mostrar la guardada',
        options: { address: { name: 'dirección', description: 'La dirección de su cuenta (G…)' } },
      },
      explain: {
        name: 'explicar',
        description: 'Explicar en palabras sencillas lo que hace una transacción',
        options: {
          file: { name: 'archivo', description: 'Archivo con el XDR (base64)' },
          xdr: { name: 'xdr', description: 'El propio XDR' },
        },
      },
      settings: {
        name: 'ajustes',
        description: 'Para miembros con Gestionar servidor: quién puede hacer qué aquí, dónde y con qué límites',
      },
      help: { name: 'ayuda', description: 'Cómo funciona esto, y lo que nunca hace' },
    },
  },
  'Explain this XDR': { name: 'Explicar este XDR' },
} as const;
